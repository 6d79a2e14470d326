#include "gpu/tiers/kernel_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "isa/encoding/decode.h"

namespace eugene::gpu {
namespace {

bool is_jump(const isa::Instruction& instruction) {
  switch (instruction.row().format) {
    case isa::Format::jump:
    case isa::Format::branch_jip:
    case isa::Format::branch: return true;
    default: return false;
  }
}

}  // namespace

std::vector<std::byte> read_kernel(const isa::Gen& gen, std::uint64_t address, memory::View& memory,
                                   std::size_t limit) {
  std::vector<std::byte> code;
  std::uint64_t furthest = 0;  // the furthest byte that a branch so far leads to
  while (code.size() + isa::kInstructionBytes <= limit) {
    const std::uint64_t at = code.size();
    std::array<std::byte, isa::kInstructionBytes> bytes{};
    // A compacted instruction may be the last before unmapped memory.
    const std::span<std::byte> whole(bytes);
    if (!memory.read(address + at, whole.first(isa::kCompactedBytes))) break;
    std::size_t size = isa::instruction_size(bytes);
    if (size > isa::kCompactedBytes && !memory.read(address + at, whole)) break;
    const Result<isa::Instruction> instruction = isa::decode(gen, whole.first(size));
    code.insert(code.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    if (!instruction || instruction->opcode == isa::Opcode::illegal) break;
    if (is_jump(*instruction)) {
      // jmpi counts from the next instruction, the others from themselves.
      const std::uint64_t from = instruction->row().format == isa::Format::jump ? at + size : at;
      for (const std::int32_t distance : {instruction->jip, instruction->uip}) {
        if (distance > 0) furthest = std::max(furthest, from + static_cast<std::uint64_t>(distance));
      }
    }
    if (is_send(*instruction) && instruction->send.eot && furthest <= at) break;
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
