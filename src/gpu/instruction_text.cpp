#include "gpu/instruction_text.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "asm/printer.h"
#include "isa/encoding/decode.h"

namespace eugene::gpu {

std::string instruction_text(const isa::Gen& gen, std::uint64_t address, memory::View& memory) {
  std::array<std::byte, isa::kInstructionBytes> bytes{};
  std::span<std::byte> code(bytes);
  // The last instruction before unmapped memory may be a compacted one.
  if (!memory.read(address, code)) {
    code = code.first(isa::kCompactedBytes);
    if (!memory.read(address, code)) return "(not mapped)";
  }
  const Result<isa::Instruction> instruction = isa::decode(gen, code);
  if (instruction) return assembly::print(gen, assembly::kNative, *instruction);
  std::string text;
  for (const std::byte byte : code) text += fmt::format("{:02x} ", std::to_integer<unsigned>(byte));
  return text + "(" + instruction.error().message + ")";
}

std::string instruction_text(const isa::Program& program, std::uint32_t offset) {
  const auto index = program.index_at(offset);
  return index ? assembly::print(*program.gen, assembly::kNative, program.instructions[*index]) : std::string();
}

}  // namespace eugene::gpu
