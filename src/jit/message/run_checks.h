// Whether the channels of a message access a run of elements: what each message to memory asks before all else.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// A message compares its offsets' distances from the first, x - splat(x[0]), to a constant. Distances do not change by
// what all channels add alike, in loops neither: the comparison becomes one of the vector below, mostly the numbers of
// the work items, that many messages share and loops do not change. For code as it has been recorded: InstCombine makes
// many forms of splat(x[0]).
void share_run_checks(llvm::Function& function);

}  // namespace eugene::jit
