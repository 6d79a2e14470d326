// Divergence: where channels of a thread may wait while others execute instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "eu/prepared_op.h"

namespace eugene::eu {

// Whether `op` is a branch after which some channels may wait.
inline bool may_diverge(const PreparedOp& op) {
  return op.action == Action::branch && op.flow.rule.kind != sem::Flow::resume;
}

// Returns the instruction at which channels wait after branch `op`. may_diverge(op) must be true.
inline std::uint32_t waiting_place(const PreparedOp& op) {
  return op.flow.rule.kind == sem::Flow::leave ? op.flow.target() : op.index + 1;
}

// Returns the instructions that the thread may execute while channels wait after branch `op`. An index past the last
// instruction stands for the end of the program.
std::vector<std::uint32_t> executed_while_waiting(const PreparedProgram& prepared, const PreparedOp& op);

// Returns, for each instruction, whether channels of a thread may wait elsewhere while others execute it.
std::vector<bool> divergent_instructions(const PreparedProgram& prepared);

}  // namespace eugene::eu
