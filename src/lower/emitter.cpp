#include "lower/emitter.h"

#include <algorithm>

namespace eugene::lower {

isa::Operand registers(isa::Type type, std::uint32_t byte, isa::Region region) {
  return {.file = isa::RegFile::grf,
          .type = type,
          .nr = static_cast<std::uint16_t>(byte / isa::kRegisterBytes),
          .subnr = static_cast<std::uint8_t>(byte % isa::kRegisterBytes),
          .region = region};
}
isa::Operand scalar(isa::Type type, std::uint32_t byte) { return registers(type, byte, {0, 1, 0}); }
isa::Operand packed(isa::Type type, std::uint32_t byte) { return registers(type, byte, {1, 1, 1}); }

isa::Operand immediate(isa::Type type, std::uint64_t bits) {
  return {.file = isa::RegFile::imm, .type = type, .imm = bits};
}

isa::Operand architecture(isa::Arf file, unsigned number, unsigned byte, isa::Type type) {
  return {.file = isa::RegFile::arf,
          .type = type,
          .nr = static_cast<std::uint16_t>(static_cast<unsigned>(file) << 4 | number),
          .subnr = static_cast<std::uint8_t>(byte),
          .region = {0, 1, 0}};
}

isa::Instruction& Emitter::add(const isa::Instruction& instruction) {
  instructions_.push_back(instruction);
  // A scalar region has stride 0, which a destination must not have.
  isa::Operand& dst = instructions_.back().dst;
  if (dst.region.hstride == 0) dst.region.hstride = 1;
  lines_.push_back(line_);
  source_lines_.push_back(source_);
  return instructions_.back();
}

isa::Instruction& Emitter::scalar_op(isa::Opcode opcode, const isa::Operand& dst, const isa::Operand& a,
                                     const isa::Operand& b) {
  isa::Instruction instruction;
  instruction.opcode = opcode;
  instruction.no_mask = true;
  instruction.dst = dst;
  instruction.src[0] = a;
  instruction.src[1] = b;
  return add(instruction);
}

void Emitter::add_join() {
  joins_.push_back(static_cast<std::uint32_t>(instructions_.size()));
  isa::Instruction join;
  join.opcode = isa::Opcode::join;
  join.exec_size = isa::kMaxChannels;
  add(join);
}

isa::Instruction& Emitter::branch(isa::Opcode opcode, LabelId label) {
  branches_.push_back({.at = static_cast<std::uint32_t>(instructions_.size()), .label = label});
  isa::Instruction instruction;
  instruction.opcode = opcode;
  return add(instruction);
}

void Emitter::address(LabelId label, const isa::Operand& dst) {
  branches_.push_back({.at = static_cast<std::uint32_t>(instructions_.size()), .label = label});
  scalar_op(isa::Opcode::mov, dst, immediate(isa::Type::ud, 0));
}

Result<isa::Program> Emitter::finish(const isa::Gen& gen, std::string name) {
  const auto bytes = [](std::uint32_t from, std::uint32_t to) {
    return (static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from)) *
           static_cast<std::int32_t>(isa::kInstructionBytes);
  };
  const auto next_join = [&](std::uint32_t at) {
    const auto found = std::ranges::upper_bound(joins_, at);
    return found != joins_.end() ? *found : static_cast<std::uint32_t>(instructions_.size());
  };
  for (const std::uint32_t at : joins_) instructions_[at].jip = bytes(at, next_join(at));
  for (const Branch& branch : branches_) {
    isa::Instruction& instruction = instructions_[branch.at];
    const std::optional<std::uint32_t> target = labels_[branch.label];
    if (!target) return fail("a branch leads to a label that is not defined");
    switch (instruction.row().format) {
      case isa::Format::jump: instruction.jip = bytes(branch.at + 1, *target); break;
      case isa::Format::two_source: instruction.src[0].imm = *target * isa::kInstructionBytes; break;
      case isa::Format::branch_jip: instruction.jip = bytes(branch.at, *target); break;
      default: instruction.uip = bytes(branch.at, *target); instruction.jip = bytes(branch.at, next_join(branch.at));
    }
  }
  isa::Program program{.gen = &gen, .name = std::move(name), .instructions = {}, .offsets = {}, .labels = {}};
  for (const isa::Instruction& instruction : instructions_) program.append(instruction);
  return program;
}

}  // namespace eugene::lower
