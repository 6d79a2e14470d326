#include "isa/encoding/encode.h"

#include <algorithm>

#include "isa/encoding/codec.h"
#include "isa/encoding/decode.h"

namespace eugene::isa {
namespace {

// Returns the first limit that `instruction` breaks; null if there is none. Looks only at limits with the given
// `has_words`.
const Limit* broken_limit(const Gen& gen, const Instruction& instruction, bool has_words) {
  const auto row = std::ranges::find_if(kLimits, [&](const Limit& each) {
    return each.has_words == has_words && each.broken_by(gen, instruction) != kFine;
  });
  return row == kLimits.end() ? nullptr : &*row;
}

// Returns the error about a rejected `instruction`. A value that no field can hold often breaks a limit that explains
// more, so that limit is reported. Limits that some machine words break are a less likely cause and are tried last.
Diagnostic refusal(const Gen& gen, const Instruction& instruction, const Rejection& rejection) {
  const Limit* broken = nullptr;
  if (rejection.limit == &limit("encoding.value")) {
    broken = broken_limit(gen, instruction, false);
    if (broken == nullptr) broken = broken_limit(gen, instruction, true);
  }
  if (broken != nullptr) return diagnose(gen, *broken, instruction.row().mnemonic, format_place(rejection));
  return rejected(gen, instruction.row(), rejection);
}

template <const Layout& L, const GenCodes& C>
Result<EncodedInstruction> encode_as(const Gen& gen, const Instruction& instruction) {
  const OpcodeInfo& row = instruction.row();
  if (const Limit& opcode = limit("encoding.opcode"); opcode.broken_by(gen, instruction) != kFine)
    return std::unexpected(diagnose(gen, opcode, row.mnemonic));
  Writer writer;
  auto code = static_cast<unsigned>(row.code[gen.id]);
  writer.number(L.control.opcode, code);
  Instruction copy = instruction;
  Codec<L, C, Writer>(writer, gen, copy).run();
  if (!writer.accepted()) return std::unexpected(refusal(gen, instruction, writer.rejection()));
  return writer.word();
}

using Encoder = Result<EncodedInstruction> (*)(const Gen&, const Instruction&);
constexpr PerGen<Encoder> kEncoders{&encode_as<kGen6Layout, kGen6Codes>, &encode_as<kGen9Layout, kGen9Codes>,
                                    &encode_as<kGen12Layout, kGen12Codes>};

Result<EncodedInstruction> encode_fields(const Gen& gen, const Instruction& instruction) {
  return kEncoders[gen.id](gen, instruction);
}

// Returns `fields`, the word of `instruction`, with the reserved bits that it keeps. No field may use one of these
// bits.
Result<EncodedInstruction> with_reserved(const Gen& gen, const Instruction& instruction,
                                         const EncodedInstruction& fields) {
  const EncodedInstruction word{fields.low | instruction.kept.reserved.low,
                                fields.high | instruction.kept.reserved.high};
  const Result<Instruction> again = decode(gen, word);
  if (!again || again->kept.reserved != instruction.kept.reserved || encode_fields(gen, *again) != fields)
    return std::unexpected(diagnose(gen, limit("encoding.reserved_given"), instruction.row().mnemonic));
  return word;
}

}  // namespace

Result<EncodedInstruction> encode_word(const Gen& gen, const Instruction& instruction) {
  Result<EncodedInstruction> word = encode_fields(gen, instruction);
  if (word && instruction.kept.reserved != EncodedInstruction{}) [[unlikely]]
    return with_reserved(gen, instruction, *word);
  return word;
}

Result<std::array<std::byte, 16>> encode(const Gen& gen, const Instruction& instruction) {
  const Result<EncodedInstruction> word = encode_word(gen, instruction);
  if (!word) return forward_error(word);
  std::array<std::byte, 16> bytes;
  word->store(bytes);
  return bytes;
}

}  // namespace eugene::isa
