// Records loops that divide 64-bit integers bit by bit (eu/analysis/long_division.h). If the counter says that such a
// loop begins, the host divides. If all channels run, and nothing after the loop reads its temporaries or flags, the
// thread continues after the loop. Otherwise it executes only the last iterations of the loop.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Returns the loops of the kernel that divide. Returns none if compiled code must count as the interpreter does. Makes
// blocks begin where record_long_division() continues after a division.
LongDivisions find_long_divisions(KernelPlan& plan);

// Records the division if `op` is the head of a loop that divides.
void record_long_division(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
