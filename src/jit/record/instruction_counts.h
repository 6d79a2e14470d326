// Counters of every instruction, in code that has them (Assumptions::observed), incremented where it executes. They are
// in separate memory, so that no other code depends on them; beside the cost of an instruction, an addition is cheap.
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

// `op` has been executed, by `channels`, a mask; null: by none. Not for what the runtime executes, which counts it.
void count_instruction(Recording& r, const eu::PreparedOp& op, llvm::Value* channels = nullptr);
// The mask of what count() counts of `op`; null where the code does not count.
llvm::Value* counted_channels(Recording& r, const eu::PreparedOp& op, llvm::Value* channels);
// After branch `op`, `parted` channels wait while `rest` go on; if these are none, none have parted.
void count_parting(Recording& r, const eu::PreparedOp& op, llvm::Value* parted, llvm::Value* rest);

}  // namespace eugene::jit
