// What is done to a kernel's LLVM code before the host's is made of it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <atomic>

namespace eugene::jit {

// Ends early, with the module in any state, once `cancelled` is set.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, const std::atomic<bool>& cancelled);

}  // namespace eugene::jit
