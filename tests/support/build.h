// Builds instructions and programs, for all tests.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "isa/instruction.h"
#include "isa/message/message.h"
#include "isa/program.h"

namespace eugene::test {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using isa::RegFile;
using isa::Region;
using isa::Type;

// Returns a destination that begins at element `element` of r`nr`, with elements `stride` apart.
inline Operand dst(unsigned nr, Type type, unsigned stride = 1, unsigned element = 0) {
  Operand operand{.file = RegFile::grf, .type = type, .nr = static_cast<std::uint8_t>(nr)};
  operand.subnr = static_cast<std::uint8_t>(element * isa::byte_size(type));
  operand.region.hstride = static_cast<std::uint8_t>(stride);
  return operand;
}
// Returns a source, with the region <8;8,1> by default.
inline Operand src(unsigned nr, Type type, Region region = {8, 8, 1}, unsigned element = 0) {
  Operand operand = dst(nr, type, 1, element);
  operand.region = region;
  return operand;
}
inline Operand scalar(unsigned nr, Type type, unsigned element = 0) { return src(nr, type, {0, 1, 0}, element); }
inline Operand imm(Type type, std::uint64_t bits) { return {.file = RegFile::imm, .type = type, .imm = bits}; }
inline Operand imm(float value) { return imm(Type::f, std::bit_cast<std::uint32_t>(value)); }
inline Operand arf(isa::Arf kind, unsigned nr, Type type, unsigned subnr = 0, Region region = {8, 8, 1}) {
  Operand operand{
      .file = RegFile::arf, .type = type, .nr = static_cast<std::uint8_t>((static_cast<unsigned>(kind) << 4) | nr)};
  operand.subnr = static_cast<std::uint8_t>(subnr);
  operand.region = region;
  return operand;
}
inline Operand arf_dst(isa::Arf kind, unsigned nr, Type type, unsigned subnr = 0) {
  return arf(kind, nr, type, subnr, {0, 1, 1});
}
inline Operand null(Type type = Type::ud) { return arf_dst(isa::Arf::null, 0, type); }
inline Operand negated(Operand operand) {
  operand.negate = true;
  return operand;
}
inline Operand absolute(Operand operand) {
  operand.absolute = true;
  return operand;
}

inline Instruction op(Opcode opcode, unsigned exec_size, Operand destination, Operand a = {}, Operand b = {},
                      Operand c = {}) {
  Instruction instruction{.opcode = opcode, .exec_size = static_cast<std::uint8_t>(exec_size), .dst = destination};
  instruction.src = {a, b, c};
  return instruction;
}
// Returns the instruction with fields set: with(op(...), [](Instruction& i) { i.saturate = true; }).
template <class Change>
Instruction with(Instruction instruction, Change change) {
  change(instruction);
  return instruction;
}
inline Instruction no_mask(Instruction instruction) {
  instruction.no_mask = true;
  return instruction;
}
inline Instruction predicated(Instruction instruction, bool inverse = false,
                              isa::PredControl control = isa::PredControl::normal) {
  instruction.pred_control = control;
  instruction.pred_inverse = inverse;
  return instruction;
}
inline Instruction conditional(Instruction instruction, isa::CondMod condition) {
  instruction.cond_mod = condition;
  return instruction;
}
// Returns a branch. `jip` and `uip` count instructions, which all have 16 bytes here.
inline Instruction branch(Opcode opcode, unsigned exec_size, int jip, int uip = 0) {
  Instruction instruction{
      .opcode = opcode, .exec_size = static_cast<std::uint8_t>(exec_size), .jip = 16 * jip, .uip = 16 * uip};
  instruction.src[0] = imm(Type::d, 0);
  return instruction;
}
// Returns a send of `message` with the payload at `payload`.
inline Instruction message(unsigned exec_size, Operand destination, Operand payload, const isa::Message& message,
                           const isa::Gen& gen = isa::kGen9) {
  Instruction instruction = op(Opcode::send, exec_size, destination, payload);
  instruction.send = {.sfid = message.sfid, .descriptor = *isa::encode_message(gen, message)};
  return instruction;
}
inline constexpr isa::Message kEndThread{
    .sfid = isa::Sfid::spawner, .length = 1, .body = isa::ThreadSpawner{.no_dereference = true}};
inline Instruction end_of_thread() {
  Instruction instruction = no_mask(message(8, null(), src(127, Type::ud), kEndThread));
  instruction.send.eot = true;
  return instruction;
}

// Returns a program with the instructions in sequence from offset 0, compacted if they are marked so.
inline isa::Program program(std::vector<Instruction> instructions, const isa::Gen& gen = isa::kGen9) {
  isa::Program result{.gen = &gen, .instructions = std::move(instructions)};
  std::uint32_t offset = 0;
  for (const Instruction& instruction : result.instructions) {
    result.offsets.push_back(offset);
    offset += instruction.compacted ? 8 : 16;
  }
  return result;
}

}  // namespace eugene::test
