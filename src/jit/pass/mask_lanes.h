// Masks on hosts without mask registers. Flags and channels are recorded as integers with a bit for each channel, which
// AVX-512 moves into a mask register directly. AVX2 has masks in the lanes of vectors, and LLVM converts such an
// integer bit by bit, with a test, a set and an insertion for each channel.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Replaces each integer that is used as a mask of lanes. If its bits come from comparisons, uses those comparisons,
// combined in the same way. Otherwise broadcasts the integer and tests one bit in each lane. Does nothing if the target
// has mask registers.
void keep_masks_in_lanes(llvm::Function& function);

}  // namespace eugene::jit
