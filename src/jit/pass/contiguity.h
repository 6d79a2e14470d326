// Contiguity: do the channels of a message access consecutive elements? Every message to memory asks that first, since
// one vector load then does what a gather does in many.
//
// Most kernels ask it again and again of offsets that differ by what all channels add alike: base + 4 * id, and the
// same plus a row, in a loop over rows. The check compares the distances of the offsets from the first, x -
// splat(x[0]), with a constant. Distances do not change by a uniform addend, in loops neither. So the comparison
// becomes one of the vector that is left without such addends and shifts, mostly the numbers of the work-items: then it
// is the same for many messages, which CSE sees, and does not change in loops, out of which it is hoisted.
//
// Knowing contiguity when a kernel is prepared would save the check altogether; but the work-items' numbers come from
// registers that the dispatch fills, so it is known only when the kernel runs. LLVM's ScalarEvolution does not look
// into vectors.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// For code as it has been recorded: InstCombine makes many forms of splat(x[0]).
void share_contiguity_checks(llvm::Function& function);

}  // namespace eugene::jit
