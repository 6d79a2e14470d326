// Flow control. The documents (and eu/execute/execute_flow.cpp) give every channel an IP of its own, which branches
// compare and move; that would be a loop over channels at each branch. But the targets of the branches recorded here
// are known, so there are few places where channels can wait: each such join has one mask of the channels parked there.
// The runner converts channels' IPs to these masks, and back, when compiled code and interpreter hand a thread over.
//
// A branch parks the channels that leave in the mask of their target, and jumps if none is left for the next
// instruction; a join takes in those that wait there. Branches whose target is not known, and modes in which IPs do not
// matter, are the interpreter's (jit/record/control_flow.h).
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

void record_branch(Recording& r, const eu::PreparedOp& op);
void record_jump(Recording& r, const eu::PreparedOp& op);
// At a join of the partial version: channels that wait for it run.
void rejoin(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
