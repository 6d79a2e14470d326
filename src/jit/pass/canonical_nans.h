// Operations write one canonical NaN (docs/record/undefined.md), which takes a comparison and a select after each of
// them. These passes remove that where the NaN's bits do not matter.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Arithmetic and comparisons give the same result for every NaN, so they use an operation's raw result.
void skip_canonical_nans(llvm::Function& function);

// A loop's register whose uses all accept any NaN carries raw NaNs; they are canonicalised at the loop's exits. But
// channels that the loop does not write must keep their old bits, which may be any NaN. In the loop such channels carry
// a signalling NaN, which no operation can produce; their old bits are restored at the exits.
void move_canonical_nans_out_of_loops(llvm::Function& function);

}  // namespace eugene::jit
