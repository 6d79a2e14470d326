// Masks on hosts without mask registers. Flags and channels are recorded as integers, a bit a channel, which AVX-512
// moves into a mask register as they are. AVX2 has masks in the lanes of vectors; LLVM takes such an integer apart bit
// by bit, with a test, a set and an insertion for each channel.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// Replaces each integer that is used as a mask of lanes: by the comparisons that its bits come from, combined as the
// integers were, and otherwise by a broadcast of the integer whose lanes are compared with their bits. Does nothing
// where the target has mask registers.
void keep_masks_in_lanes(llvm::Function& function);

}  // namespace eugene::jit
