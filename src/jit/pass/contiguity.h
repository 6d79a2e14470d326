// Contiguity: do the channels of a message access consecutive elements? Every message to memory tests that first, since
// one vector load then replaces a gather.
//
// Most kernels repeat the test for offsets that differ by a uniform addend: base + 4 * id, and the same plus a row, in
// a loop over rows. The check compares the distances of the offsets from the first, x - splat(x[0]), with a constant. A
// uniform addend does not change distances. The pass therefore removes such addends and shifts from the compared
// vector, which mostly leaves the numbers of the work-items. The comparison is then the same for many messages, so CSE
// merges them, and invariant in loops, so it is hoisted.
//
// Deciding contiguity when a kernel is prepared would avoid the check altogether. But the work-items' numbers come from
// registers that the dispatch fills, so they are known only at run time. LLVM's ScalarEvolution does not analyse
// vectors.
// into vectors.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// For code as it has been recorded: InstCombine makes many forms of splat(x[0]).
void share_contiguity_checks(llvm::Function& function);

}  // namespace eugene::jit
