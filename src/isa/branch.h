// Branch targets as byte offsets from the start of the program. SNB PRM vol4 part2 chapter 8: jump distances count from
// the branch itself, but jmpi's from the next instruction; calla holds its target's offset.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/instruction.h"

namespace eugene::isa {

// Returns the byte offset from which the jump distances of `branch` count. `offset` is the byte offset of `branch`.
constexpr std::int64_t branch_origin(const Instruction& branch, std::uint32_t offset) {
  if (branch.opcode == Opcode::calla) return 0;
  return std::int64_t{offset} + (branch.row().format == Format::jump ? byte_size(branch) : 0);
}

// True if a branch was built without operands. An encoder adds the operands that hold its distances.
constexpr bool is_bare(const Instruction& branch) {
  return branch.dst.is_null() && branch.src[0].is_null() && branch.src[1].is_null();
}

// True if `branch` is a branch that holds its distances. The other branches have their target in a register.
constexpr bool has_distance(const Instruction& branch) {
  const bool holds = branch.dst.is_imm() || branch.src[0].is_imm() || branch.src[1].is_imm();
  return is_branch(branch) && (holds || is_bare(branch));
}

// Whether `branch` holds a second distance, UIP.
bool has_uip(const Gen& gen, const Instruction& branch);

// The targets of a branch as byte offsets. Each is empty if the instruction does not hold that distance.
struct BranchTargets {
  std::optional<std::int64_t> jip, uip;
};
BranchTargets branch_targets(const Gen& gen, const Instruction& branch, std::uint32_t offset);

}  // namespace eugene::isa
