#include "jit/pass/optimise.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/Sink.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "jit/message/run_checks.h"
#include "jit/pass/bit_selects.h"
#include "jit/pass/canonical_nans.h"
#include "jit/pass/lane_masks.h"
#include "jit/pass/loop_invariants.h"

namespace eugene::jit {
namespace {

// A transformation of ours among LLVM's.
struct OnFunction : llvm::PassInfoMixin<OnFunction> {
  explicit OnFunction(void (*run_on)(llvm::Function&)) : transform(run_on) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    transform(function);
    return llvm::PreservedAnalyses::none();
  }
  void (*transform)(llvm::Function&);
};

// The passes a kernel needs: variables into SSA, redundant shuffles and masks away, no second look at how a message
// went, what a loop does not change out of it, what is wanted on a rare way onto that way. Loops are the kernel's own,
// already vectors, so vectorisers, unrolling and the inliner would only cost time.
llvm::FunctionPassManager passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(OnFunction{share_run_checks});
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::JumpThreadingPass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(OnFunction{narrow_to_looked_at_lanes});
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(OnFunction{skip_canonical_nans});
  passes.addPass(OnFunction{move_canonical_nans_out_of_loops});
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(HoistLoopInvariants());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SinkingPass());
  passes.addPass(OnFunction{hide_bit_selects});
  return passes;
}

}  // namespace

void optimise(llvm::Module& module, llvm::TargetMachine& machine, const std::atomic<bool>& cancelled) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback([&](llvm::StringRef, llvm::Any) { return !cancelled; });
  llvm::PassBuilder builder(&machine, {}, {}, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::FunctionPassManager each = passes();
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) each.run(function, functions);
}

}  // namespace eugene::jit
