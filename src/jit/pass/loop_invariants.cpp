#include "jit/pass/loop_invariants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/MemorySSAUpdater.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "jit/llvm_versions.h"

namespace eugene::jit {

llvm::PreservedAnalyses HoistLoopInvariants::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& memory = analyses.getResult<llvm::MemorySSAAnalysis>(function).getMSSA();
  llvm::MemorySSAUpdater updater(&memory);
  const auto outer_first = loops.getLoopsInPreorder();
  // Inner loops first: code hoisted out of an inner loop can then be hoisted out of the outer loop too.
  for (llvm::Loop* loop : llvm::reverse(outer_first)) {
    if (loop->getLoopPreheader() == nullptr) continue;
    llvm::ICFLoopSafetyInfo safety;
    safety.computeLoopSafetyInfo(loop);
    llvm::SinkAndHoistLICMFlags limits = hoisting_limits(*loop, memory);
    llvm::hoistRegion(dominators.getNode(loop->getHeader()), &analyses.getResult<llvm::AAManager>(function), &loops,
                      &dominators, &analyses.getResult<llvm::AssumptionAnalysis>(function),
                      &analyses.getResult<llvm::TargetLibraryAnalysis>(function), loop, updater, /*SE=*/nullptr,
                      &safety, limits, &analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function),
                      /*LoopNestMode=*/false, /*AllowSpeculation=*/true);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace eugene::jit
