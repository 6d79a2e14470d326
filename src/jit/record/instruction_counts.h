// Counts of every instruction, in code that has them (Assumptions::counts): added where it is executed. Memory of its
// own, so that nothing else of the code depends on it; next to what else such code does, an addition costs little.
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
