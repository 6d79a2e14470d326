#include "asm/disassemble.h"

#include <cstring>

#include "asm/send_text.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"

namespace eugene::assembly {
namespace {

// True if encoding `i` gives `bytes` again. False for a compacted form if an earlier entry of the tables gives the same
// instruction.
bool encodes_to(const isa::Gen& gen, const isa::Instruction& i, std::span<const std::byte> bytes) {
  const auto word = isa::encode_word(gen, i);
  if (!word) return false;
  if (bytes.size() == isa::kInstructionBytes) {
    return !i.compacted && *word == isa::EncodedInstruction::load(bytes.first<isa::kInstructionBytes>());
  }
  if (bytes.size() != isa::kCompactedBytes || !i.compacted) return false;
  const auto half = isa::compact(gen, *word);
  return half && std::memcmp(&*half, bytes.data(), isa::kCompactedBytes) == 0;
}

std::vector<std::byte> copy(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

Disassembly disassemble(const isa::Gen& gen, std::span<const std::byte> code) {
  Disassembly result;
  result.program = isa::decode_program(gen, code, result.diagnostics);
  isa::Program& program = result.program;
  std::size_t end = 0;
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const std::size_t at = program.offsets[n];
    const std::size_t size = byte_size(program.instructions[n]);
    const auto bytes = code.subspan(at, size);
    end = at + size;
    // Every 16-byte instruction that the decoder accepts encodes to the same bytes (tested by round_trip_test.cpp);
    // rejected ones have become `illegal`.
    const isa::Instruction& i = program.instructions[n];
    if (!i.compacted && i.opcode != isa::Opcode::illegal) continue;
    if (!encodes_to(gen, i, bytes)) result.exact.emplace(n, copy(bytes));
  }
  // An instruction that the end of the code cuts off.
  for (; end < code.size(); end = std::min(end + isa::kCompactedBytes, code.size())) {
    const auto bytes = code.subspan(end, std::min(isa::kCompactedBytes, code.size() - end));
    result.exact.emplace(program.instructions.size(), copy(bytes));
    program.instructions.push_back({.compacted = true});
    program.offsets.push_back(static_cast<std::uint32_t>(end));
  }
  return result;
}

std::string disassemble_one(const isa::Gen& gen, const Dialect& dialect, std::span<const std::byte> bytes,
                            std::optional<Diagnostic>& problem, MessageForm messages) {
  Result<isa::Instruction> i = isa::decode(gen, bytes);
  if (i && isa::instruction_size(bytes) != bytes.size())
    i = fail("a compacted instruction has 8 bytes", "SNB PRM vol4 part2 5.5");
  if (!i) {
    problem = i.error();
    i = isa::Instruction{};
  }
  LineExtras extras;
  if (problem || !encodes_to(gen, *i, bytes)) {
    if (bytes.size() != isa::kInstructionBytes) i->compacted = false;  // the bytes already show it
    extras.bits = bytes;
  }
  const SendText send(gen, dialect, *i, messages);
  extras.message = send.message;
  extras.comment = problem ? std::string_view(problem->message) : send.comment;
  std::string text;
  print(gen, dialect, *i, extras, text);
  return text;
}

}  // namespace eugene::assembly
