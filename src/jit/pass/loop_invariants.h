// Loop-invariant code motion without the part of LLVM's that is slow for kernels.
//
// LICM also updates ScalarEvolution, the analysis of integers in loops: for each moved instruction it visits all values
// that depend on it. All masks of a kernel depend on each other, so this took most of the time to compile a loop of
// thousands of instructions, although no later pass uses the analysis. This pass calls the same hoisting without it.
// Sinking and promotion are left to SinkingPass and promote_loops().
#pragma once

#include <llvm/IR/PassManager.h>

namespace eugene::jit {

struct HoistLoopInvariants : llvm::PassInfoMixin<HoistLoopInvariants> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace eugene::jit
