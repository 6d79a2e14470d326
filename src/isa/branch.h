// Where branches lead, in bytes from the start of the program. SNB PRM vol4 part2 chapter 8: distances count from the
// branch itself, those of jmpi from the next instruction; calla names its target.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/instruction.h"

namespace eugene::isa {

// The byte offset that the distances of `branch`, itself at byte `offset`, are relative to.
constexpr std::int64_t branch_origin(const Instruction& branch, std::uint32_t offset) {
  if (branch.opcode == Opcode::calla) return 0;
  return std::int64_t{offset} + (branch.row().format == Format::jump ? bytes_of(branch) : 0);
}

// Whether a branch was built without operands: an encoder would add those that its distances are in.
constexpr bool is_bare(const Instruction& branch) {
  return branch.dst.is_null() && branch.src[0].is_null() && branch.src[1].is_null();
}

// Whether `branch` holds distances; otherwise its target is in a register.
constexpr bool has_distance(const Instruction& branch) {
  const bool holds = branch.dst.is_imm() || branch.src[0].is_imm() || branch.src[1].is_imm();
  return is_branch(branch) && (holds || is_bare(branch));
}

// Whether `branch` holds a second distance.
bool has_uip(const Gen& gen, const Instruction& branch);

// Where the distances of an instruction lead, as byte offsets; nothing where it has none.
struct BranchTargets {
  std::optional<std::int64_t> jip, uip;
};
BranchTargets branch_targets(const Gen& gen, const Instruction& branch, std::uint32_t offset);

}  // namespace eugene::isa
