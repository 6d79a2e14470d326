// Uniform branches: branches that all running channels of the thread take, or none. Intel's compiler for Gen12 writes
// loops and branches by scalars as `while` and `if`, where it writes scalar jumps (jmpi) for Gen9. A kernel without
// other branches never has channels that wait, so compiled code has no masks and is compiled once (versions.h).
#pragma once

#include "eu/prepared_op.h"

namespace eugene::eu {

// Sets FlowPart::may_part of all branches, and from these ChannelUse::may_diverge, which must have been computed as if
// channels may diverge at each branch. They do not diverge at a uniform branch, or at an endif or join. A branch
// is uniform if it has no predicate. It is also uniform if one comparison of scalars set all flag bits of the predicate
// in the branch's basic block: the same channels run at the comparison and at the branch.
void mark_uniform_branches(const isa::Program& program, PreparedProgram& prepared);

}  // namespace eugene::eu
