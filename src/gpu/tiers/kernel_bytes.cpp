#include "gpu/tiers/kernel_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "isa/branch.h"
#include "isa/encoding/decode.h"

namespace eugene::gpu {

std::vector<std::byte> read_kernel(const isa::Gen& gen, std::uint64_t address, memory::View& memory,
                                   std::size_t limit) {
  std::vector<std::byte> code;
  std::int64_t furthest = 0;  // furthest target of the branches so far
  while (code.size() + isa::kInstructionBytes <= limit) {
    const std::uint64_t at = code.size();
    std::array<std::byte, isa::kInstructionBytes> bytes{};
    // The last instruction before unmapped memory may be a compacted one.
    const std::span<std::byte> whole(bytes);
    if (!memory.read(address + at, whole.first(isa::kCompactedBytes))) break;
    std::size_t size = isa::instruction_size(bytes);
    if (size > isa::kCompactedBytes && !memory.read(address + at, whole)) break;
    const Result<isa::Instruction> instruction = isa::decode(gen, whole.first(size));
    code.insert(code.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    if (!instruction || instruction->opcode == isa::Opcode::illegal) break;
    const auto to = isa::branch_targets(gen, *instruction, static_cast<std::uint32_t>(at));
    furthest = std::max({furthest, to.jip.value_or(0), to.uip.value_or(0)});
    if (ends_thread(*instruction) && furthest <= static_cast<std::int64_t>(at)) break;
  }
  return code;
}

std::string kernel_hash(std::span<const std::byte> code) {
  // FNV-1a.
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
  for (const std::byte byte : code) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100'0000'01B3;
  return fmt::format("{:016x}", hash);
}

std::string kernel_file_name(std::span<const std::byte> code) {
  return fmt::format("kernel-{}.bin", kernel_hash(code));
}

}  // namespace eugene::gpu
