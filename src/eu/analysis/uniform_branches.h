// Uniform branches: branches that all running channels of the thread take, or none. Intel's compiler for Gen12 writes
// loops and branches by scalars as `while` and `if`, where it writes scalar jumps (jmpi) for Gen9. A kernel without
// other branches never has channels that wait, so compiled code has no masks and is compiled once (versions.h).
#pragma once

#include "eu/prepared_op.h"

namespace eugene::eu {

// Whether all lanes of source `index` are one element: a scalar or a constant.
bool has_equal_lanes(const PreparedOp& op, unsigned index);

// Sets FlowPart::may_part of all branches: false for uniform ones, and for those at which channels only come together.
// A branch is uniform if it has no predicate, or if the same comparison of scalars set all its flag bits in the same
// basic block. The running channels are those of the comparison there.
void mark_uniform_branches(const isa::Program& program, PreparedProgram& prepared);

}  // namespace eugene::eu
