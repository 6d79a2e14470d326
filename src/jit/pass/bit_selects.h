// Works around an error of LLVM 16: wrong code for bit selects by a constant, (x & C) | (y & ~C), with AVX-512.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// LLVM makes one VPTERNLOG of such a select. If disabled channels keep y, it swaps the constant and y without adapting
// the truth table. This pass turns the constants into variables, for which LLVM generates two operations.
void hide_bit_selects(llvm::Function& function);

}  // namespace eugene::jit
