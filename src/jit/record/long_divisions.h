// Loops that divide 64-bit integers bit by bit (eu/analysis/long_division.h). When a thread comes to such a loop and
// the counter says that the loop begins, the host divides, and the loop only executes its last iterations.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Finds the loops. There are none if the counts of instructions must be those of the interpreter.
LongDivisions find_long_divisions(const KernelPlan& plan);

// At the head `op` of a loop: if the loop divides, records the division.
void record_long_division(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
