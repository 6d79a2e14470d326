// Flow control. In the documents (and in eu/execute/execute_flow.cpp) every channel has an IP, which branches compare
// and change; that would need a loop over channels at each branch. But the targets of recorded branches are known, so
// there are few places where channels can wait: each such join has one mask of the waiting channels. The runner
// converts channels' IPs to these masks, and back, when a thread changes between compiled code and interpreter.
//
// A branch adds the leaving channels to the mask of their target, and jumps if none is left for the next instruction. A
// join adds the waiting channels to the running ones. The interpreter executes branches with unknown targets, and modes
// in which IPs do not matter (jit/record/control_flow.h).
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

void record_branch(Recording& r, const eu::PreparedOp& op);
void record_jump(Recording& r, const eu::PreparedOp& op);
// At a join of the partial version: the waiting channels continue to run.
void rejoin(Recording& r, const eu::PreparedOp& op);

// Begins a masked section (masked_sections.h): parks the channels that leave. Returns the channels that ran before.
llvm::Value* begin_section(Recording& r, MaskedSection& section);
// Ends it: the full version continues with the channels `all` if they are together again.
void end_section(Recording& r, llvm::Value* all);

}  // namespace eugene::jit
