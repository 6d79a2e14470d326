// Arbitrary bytes: instructions that decode encode to the same bytes and decode to the same instruction; others have a
// reason. So for messages and compaction.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/relayout.h"
#include "isa/message/message.h"

namespace {

using namespace eugene;
using namespace eugene::isa;

void check(bool ok) {
  if (!ok) std::abort();
}

void check_message(const Gen& gen, const Instruction& i) {
  const Result<Message> message = decode_message(gen, i.send.sfid, i.send.descriptor, i.send.extended_descriptor);
  if (!message) {
    check(!message.error().message.empty());
    return;
  }
  check(!describe(gen, *message).empty());
  const Result<std::uint32_t> again = encode_message(gen, *message);
  check(again && *again == i.send.descriptor);
}

void check_word(const Gen& gen, const EncodedInstruction& word) {
  const Result<Instruction> instruction = decode(gen, word);
  if (!instruction) {
    check(!instruction.error().message.empty());
    return;
  }
  const Result<EncodedInstruction> again = encode_word(gen, *instruction);
  check(again && *again == word);
  const Format format = instruction->row().format;
  if (format == Format::send || format == Format::split_send) check_message(gen, *instruction);
  if (const auto half = compact(gen, word)) {
    const Result<EncodedInstruction> full = expand(gen, *half);
    check(full && *full == word);
  }
}

void check_program(const Gen& gen, std::span<const std::byte> code) {
  Diagnostics diagnostics;
  const Program program = decode_program(gen, code, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) check(!diagnostic.message.empty());
  const Result<Program> whole = relayout(program, Compaction::none);
  if (!whole) return;
  const Result<Program> small = relayout(*whole, Compaction::all);
  if (!small) return;
  const Result<Program> again = relayout(*small, Compaction::none);
  check(again && again->instructions == whole->instructions);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
  for (const Gen* gen : {&kGen6, &kGen9}) {
    for (std::size_t at = 0; at + kInstructionBytes <= size; at += kInstructionBytes) {
      EncodedInstruction word = EncodedInstruction::load(bytes.subspan(at).first<kInstructionBytes>());
      word.set({29, 29}, 0);
      check_word(*gen, word);
    }
    check_program(*gen, bytes);
  }
  return 0;
}
