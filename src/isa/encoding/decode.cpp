#include "isa/encoding/decode.h"

#include <cstring>

#include <fmt/format.h>

#include "isa/encoding/codec.h"
#include "isa/encoding/compact.h"

namespace eugene::isa {
namespace {

template <const Layout& L, const GenCodes& C>
Result<Instruction> decode_as(const Gen& gen, const EncodedInstruction& word) {
  Reader reader(word);
  unsigned code = 0;
  reader.number(L.control.opcode, code);
  const std::optional<Opcode> opcode = find_opcode(gen, code);
  if (!opcode) [[unlikely]] {
    Diagnostic error = diagnose(gen, limit("encoding.opcode"), fmt::format("with opcode {:#04x}", code));
    error.hint = limit("encoding.reserved_field").hint;
    return std::unexpected(std::move(error));
  }
  Result<Instruction> result;
  result->opcode = *opcode;
  Codec<L, C, Reader>(reader, gen, *result).run();
  result->kept.reserved = reader.rest();
  // Bit 7 is reserved for more opcodes (7.2.2). An illegal instruction has no fields. So none of these bits may be set.
  if (*opcode == Opcode::illegal || bits(result->kept.reserved.low, 7, 7) != 0) reader.finish();
  if (!reader.accepted()) [[unlikely]]
    return std::unexpected(rejected(gen, result->row(), reader.rejection()));
  return result;
}

using Decoder = Result<Instruction> (*)(const Gen&, const EncodedInstruction&);
constexpr PerGen<Decoder> kDecoders{&decode_as<kGen6Layout, kGen6Codes>, &decode_as<kGen9Layout, kGen9Codes>,
                                    &decode_as<kGen12Layout, kGen12Codes>};

// The opcode is in bits 6:0 in every form and generation. Bit 7 is reserved for more opcodes (7.2.2).
bool has_legal_opcode(const Gen& gen, std::span<const std::byte> code) {
  if (code.empty()) return false;
  const std::optional<Opcode> opcode = find_opcode(gen, std::to_integer<unsigned>(code[0]));
  return opcode && *opcode != Opcode::illegal;
}

std::uint64_t low_half(std::span<const std::byte> code) {
  std::uint64_t half = 0;
  std::memcpy(&half, code.data(), sizeof half);
  return half;
}

}  // namespace

std::size_t instruction_size(std::span<const std::byte> code) {
  if (code.size() < kCompactedBytes) return 0;
  const std::size_t size = is_compacted(low_half(code)) ? kCompactedBytes : kInstructionBytes;
  return size <= code.size() ? size : 0;
}

Result<Instruction> decode(const Gen& gen, const EncodedInstruction& word) { return kDecoders[gen.id](gen, word); }

Result<Instruction> decode(const Gen& gen, std::span<const std::byte> code) {
  const std::size_t size = instruction_size(code);
  if (size == 0) {
    return fail("the code ends in the middle of an instruction", "SNB PRM vol4 part2 5.5",
                "an instruction has 16 bytes, or 8 if compacted: is the file complete?");
  }
  if (size == kInstructionBytes) return decode(gen, EncodedInstruction::load(code.first<kInstructionBytes>()));
  const Result<EncodedInstruction> word = expand(gen, low_half(code));
  if (!word) return forward_error(word);
  Result<Instruction> instruction = decode(gen, *word);
  if (instruction) instruction->compacted = true;
  return instruction;
}

Program decode_program(const Gen& gen, std::span<const std::byte> code, Diagnostics& diagnostics) {
  Program program{.gen = &gen};
  program.instructions.reserve(code.size() / kInstructionBytes);
  program.offsets.reserve(code.size() / kInstructionBytes);
  for (std::size_t at = 0; at < code.size();) {
    const std::span<const std::byte> rest = code.subspan(at);
    Result<Instruction> instruction = decode(gen, rest);
    const std::size_t size = instruction_size(rest);
    if (!instruction) {
      instruction.error().where.offset = static_cast<std::int64_t>(at);
      diagnostics.push_back(std::move(instruction.error()));
      instruction =
          Instruction{.compacted = size == kCompactedBytes, .kept = {.malformed = has_legal_opcode(gen, rest)}};
    }
    if (size == 0) break;
    program.instructions.push_back(*instruction);
    program.offsets.push_back(static_cast<std::uint32_t>(at));
    at += size;
  }
  return program;
}

Result<Program> decode_program(const Gen& gen, std::span<const std::byte> code) {
  Diagnostics diagnostics;
  Program program = decode_program(gen, code, diagnostics);
  if (!diagnostics.empty()) return std::unexpected(std::move(diagnostics.front()));
  return program;
}

}  // namespace eugene::isa
