// What a loop computes anew each time, out of it.
#pragma once

#include <llvm/IR/PassManager.h>

namespace eugene::jit {

// Hoists as LLVM's LICM does. LICM keeps what is known of how integers change in loops up to date as well, which nobody
// asks for: for each instruction moved it visits all masks that come of it, which takes most of the time that a loop of
// thousands of instructions takes.
struct HoistLoopInvariants : llvm::PassInfoMixin<HoistLoopInvariants> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace eugene::jit
