// Registers that a loop uses, in the host's registers while it runs.
#pragma once

#include <llvm/IR/Function.h>

namespace eugene::jit {

// For every loop without calls on its main path, turns the accesses to the memory behind the second and third argument
// of `function` (eu::Thread and waiting channels, which only it and what it calls reach) into accesses to variables:
// loaded before the loop, stored at its exits. Calls on cold paths see memory up to date. The variables are for SROA to
// make values of.
void promote_loops(llvm::Function& function);

}  // namespace eugene::jit
