// The two versions of a kernel. With an unknown execution mask, every write of a register is a select that keeps the
// register's old value alive. But most threads run with all channels, always or nearly so. So code is recorded twice: a
// *full* version, valid while every channel of the thread runs, in which masks are constants; and a *partial* version,
// which is always valid. When channels diverge, the thread switches to the partial version. At the next join outside
// all closed loops it switches back if all channels run again. (In a closed loop, that would be a second entry to the
// loop.) A thread does not switch if all channels of a branch skip instructions that only the same channels execute
// (record_flow.cpp), or if the channels of a branch in a closed loop come together again soon (masked_sections.h).
//
// Only the full version is recorded for complete threads of a kernel whose channels cannot diverge
// (eu::ThreadChannels), which halves compile time, and for threads of one channel (one_channel.h).
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Whether the full version is valid.
llvm::Value* all_run(Recording& r);
// Ends the block: the thread continues in the partial version. Can be used anywhere in the full version.
void continue_in_partial(Recording& r, std::uint32_t index);
// At a join of the partial version: switches to the full version if it is valid.
void return_to_full(Recording& r, const eu::PreparedOp& op);

}  // namespace eugene::jit
