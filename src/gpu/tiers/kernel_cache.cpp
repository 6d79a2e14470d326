#include "gpu/tiers/kernel_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <span>

#include "isa/encoding/decode.h"

namespace eugene::gpu {
namespace {

// Whether the bytes at `address` are still `code`.
bool same_code(std::uint64_t address, std::span<const std::byte> code, memory::View& memory) {
  while (!code.empty()) {
    const std::byte* host = memory.at(address, memory::Access::read);
    if (host == nullptr) return false;
    const std::size_t count = std::min<std::size_t>(code.size(), memory::kPageBytes - address % memory::kPageBytes);
    if (std::memcmp(host, code.data(), count) != 0) return false;
    code = code.subspan(count);
    address += count;
  }
  return true;
}

bool is_jump(const isa::Instruction& instruction) {
  switch (instruction.row().format) {
    case isa::Format::jump:
    case isa::Format::branch_jip:
    case isa::Format::branch: return true;
    default: return false;
  }
}

}  // namespace

std::vector<std::byte> read_kernel(std::uint64_t address, memory::View& memory, std::size_t limit) {
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
    const Result<isa::Instruction> instruction = isa::decode(isa::kGen9, whole.first(size));
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

Result<std::shared_ptr<TieredKernel>> KernelCache::find(std::uint64_t address, std::uint32_t control,
                                                        memory::View& memory) {
  const auto found = entries_.find(address);
  if (found != entries_.end() && found->second.kernel->control() == control &&
      same_code(address, found->second.code, memory))
    return found->second.kernel;
  std::vector<std::byte> code = read_kernel(address, memory);
  if (code.empty()) {
    return fail(fmt::format("the kernel's code at address {:#x} is not mapped", address), {},
                "the kernel start pointer is relative to Instruction Base Address");
  }
  if (!save_directory_.empty()) {
    std::ofstream file(save_directory_ / kernel_file_name(code), std::ios::binary);
    file.write(reinterpret_cast<const char*>(code.data()), static_cast<std::streamsize>(code.size()));
  }
  Result<std::shared_ptr<TieredKernel>> tiered = tiers_->find(code, control);
  if (!tiered) return tiered;
  if (entries_.size() >= kMaxKernels) entries_.clear();
  entries_.insert_or_assign(address, Entry{std::move(code), *tiered});
  return tiered;
}

}  // namespace eugene::gpu
