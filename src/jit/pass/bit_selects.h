// Bit selects by a constant, (x & C) | (y & ~C), of which LLVM 16 makes wrong code for processors with AVX-512.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// LLVM makes one VPTERNLOG of such a select, and exchanges the constant and y without adapting the truth table where
// channels that are off keep y. Here the constants become variables, of which it makes two operations.
void hide_bit_selects(llvm::Function& function);

}  // namespace eugene::jit
