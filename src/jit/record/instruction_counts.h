// Counters of every instruction, for code that has them (Assumptions::observed), incremented when it executes. They are
// in separate memory that no other code depends on, so an addition is cheap compared to an instruction.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Counts that `channels`, a mask, have executed `op`; null: no channels. The runtime counts instructions that it
// executes.
void count_instruction(Recording& r, const eu::PreparedOp& op, llvm::Value* channels = nullptr);
// Returns the mask that count() uses for `op`; null if the code does not count.
llvm::Value* counted_channels(Recording& r, const eu::PreparedOp& op, llvm::Value* channels);
// Counts the divergence of branch `op`: `parted` channels wait while `rest` continue. If `rest` is empty, there is
// none.
void count_parting(Recording& r, const eu::PreparedOp& op, llvm::Value* parted, llvm::Value* rest);

}  // namespace eugene::jit
