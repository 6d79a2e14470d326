// The one NaN that operations write (docs/undefined.md) costs a comparison and a select after each of them. These
// passes leave it out where its bits cannot be seen.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Arithmetic and comparisons give the same for every NaN: they take the operation's own result.
void skip_canonical_nans(llvm::Function& function);

// Registers that a loop uses in this way alone carry whatever NaN the host makes; the one NaN is made at the loop's
// exits. Channels that the loop does not write must keep the bits they had, and these may look like another NaN: such
// channels carry a signalling NaN, which no operation can make, through the loop, and get their bits back at the exits.
void move_canonical_nans_out_of_loops(llvm::Function& function);

}  // namespace eugene::jit
