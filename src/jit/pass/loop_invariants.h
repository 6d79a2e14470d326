// Loop-invariant code motion, without what makes LLVM's slow here.
//
// LICM also keeps ScalarEvolution, the analysis of integers in loops, up to date: for each instruction that it moves,
// it visits all values that depend on it. Kernels' masks all depend on each other, so that this took most of the time
// that compiling a loop of thousands of instructions takes, for an analysis that no later pass uses. This pass calls
// the same hoisting without it. Sinking and promotion are left out: SinkingPass and promote_loops() do what matters.
#pragma once

#include <llvm/IR/PassManager.h>

namespace eugene::jit {

struct HoistLoopInvariants : llvm::PassInfoMixin<HoistLoopInvariants> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace eugene::jit
