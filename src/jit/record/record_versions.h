// The two versions of a kernel. Under an execution mask that is not known, every write of a register is a select and
// keeps what the register held alive. But most threads run with all channels, always or nearly so. So code is recorded
// twice: a *full* version that holds while every channel of the thread runs, in which masks are constants, and a
// *partial* one that always holds. Once channels diverge, the thread changes over to the partial version; at the next
// join outside all closed loops it changes back if all run again (inside a closed loop, that would be a second way into
// it).
//
// Code for complete threads of a kernel whose channels cannot diverge (eu::ThreadChannels) is the full version alone,
// which halves what compiling costs. So is code for threads of one channel (one_channel.h).
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

// Does the full version hold?
llvm::Value* all_run(Recording& r);
// Ends the block: the thread continues in the partial version, from any place of the full one.
void continue_in_partial(Recording& r, std::uint32_t index);
// At a join of the partial version.
void return_to_full(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
