// Where branches lead, in bytes from the start of the program. SNB PRM vol4 part2 chapter 8: distances count from the
// branch itself, of jmpi from the next instruction; calla names its target.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace eugene::assembly {

// What to add to a distance of `branch`, which lies at `offset`, for its target.
constexpr std::int64_t branch_base(const isa::Instruction& branch, std::uint32_t offset) {
  if (branch.opcode == isa::Opcode::calla) return 0;
  if (branch.row().format == isa::Format::jump) return std::int64_t{offset} + (branch.compacted ? 8 : 16);
  return offset;
}

constexpr bool is_branch(const isa::Instruction& i) { return isa::is_branch(i.row().format); }

}  // namespace eugene::assembly
