// Bit selects by a constant, (x & C) | (y & ~C), of which LLVM 16 makes wrong code for processors with AVX-512.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// LLVM makes one VPTERNLOG of such a select. If disabled channels keep y, it exchanges the constant and y without
// adapting the truth table. This pass turns the constants into variables, for which LLVM makes two operations.
void hide_bit_selects(llvm::Function& function);

}  // namespace eugene::jit
