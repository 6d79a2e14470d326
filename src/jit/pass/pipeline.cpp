#include "jit/pass/pipeline.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/Sink.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <algorithm>
#include <array>

#include "jit/pass/bit_selects.h"
#include "jit/pass/canonical_nans.h"
#include "jit/pass/contiguity.h"
#include "jit/pass/demanded_lanes.h"
#include "jit/pass/loop_invariants.h"
#include "jit/pass/mask_lanes.h"
#include "jit/pass/promote_loops.h"

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

// Loops are the kernel's own and vectors already, and calls worth inlining are inlined by the recorder: vectorisers,
// unrolling and the inliner would only cost time.
llvm::FunctionPassManager passes() {
  llvm::FunctionPassManager passes;
  // The variables that recording and promote_loops() leave, into SSA.
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  // Merges values that several instructions compute, above all masks and addresses.
  passes.addPass(llvm::EarlyCSEPass());
  // Contiguity checks of messages into one that many share; before InstCombine, which makes many forms of a splat.
  passes.addPass(OnFunction{share_contiguity_checks});
  // Shuffles that undo each other, selects by constant masks.
  passes.addPass(llvm::InstCombinePass());
  // A message that was done in place need not be tested again for having stopped the thread.
  passes.addPass(llvm::JumpThreadingPass());
  // The blocks that this leaves empty or with one successor.
  passes.addPass(llvm::SimplifyCFGPass());
  // Removes selects that keep lanes without a user; needs the masks in InstCombine's form.
  passes.addPass(OnFunction{narrow_to_demanded_lanes});
  // Merges values that have become equal by that.
  passes.addPass(llvm::EarlyCSEPass());
  // The one NaN, where arithmetic alone would see it, and then out of loops.
  passes.addPass(OnFunction{skip_canonical_nans});
  passes.addPass(OnFunction{move_canonical_nans_out_of_loops});
  // Masks as AVX2 has them; after the passes that know them as integers, before they are hoisted and merged.
  passes.addPass(OnFunction{keep_masks_in_lanes});
  // Preheaders, for hoisting.
  passes.addPass(llvm::LoopSimplifyPass());
  // Loop-invariant code motion.
  passes.addPass(HoistLoopInvariants());
  // Loads of the Thread and of windows that nothing between can have changed.
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  // Removes dead code: instructions that the recorder refused half-way, registers written again before they are read.
  passes.addPass(llvm::ADCEPass());
  // Moves values that only a rare path needs (calls of the port, exits) onto that path.
  passes.addPass(llvm::SinkingPass());
  // Last, when no pass makes another: a form that LLVM's back end compiles wrongly.
  passes.addPass(OnFunction{hide_bit_selects});
  return passes;
}

// Passes of the back end that take longest where blocks have thousands of instructions, for next to nothing: one looks
// for integers that would do as masks, one schedules once more for processors that execute in order.
constexpr std::array<llvm::StringLiteral, 2> kLeftOut{"X86 Domain Reassignment Pass",
                                                      "Post RA top-down list latency scheduler"};

}  // namespace

// Turns registers that loops use into variables. This must run while the Thread and the waiting masks are still
// arguments, because LLVM knows of arguments (noalias) that nothing else accesses them.
void optimise_thread(llvm::Function& kernel) { promote_loops(kernel); }

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

bool is_left_out(llvm::StringRef pass) { return std::ranges::find(kLeftOut, pass) != kLeftOut.end(); }

}  // namespace eugene::jit
