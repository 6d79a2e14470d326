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
#include <vector>

#include "jit/pass/bit_selects.h"
#include "jit/pass/canonical_nans.h"
#include "jit/pass/contiguity.h"
#include "jit/pass/demanded_lanes.h"
#include "jit/pass/denormal_flushes.h"
#include "jit/pass/group_loops.h"
#include "jit/pass/known_models.h"
#include "jit/pass/likely_cases.h"
#include "jit/pass/loop_invariants.h"
#include "jit/pass/mask_lanes.h"
#include "jit/pass/promote_loops.h"

namespace eugene::jit {
namespace {

// Wraps one of our function passes for LLVM's pass manager.
struct OnFunction : llvm::PassInfoMixin<OnFunction> {
  explicit OnFunction(void (*run_on)(llvm::Function&)) : transform(run_on) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    transform(function);
    return llvm::PreservedAnalyses::none();
  }
  void (*transform)(llvm::Function&);
};
// The same for a pass that must run even if the compilation is cancelled.
struct RequiredOnFunction : OnFunction {
  using OnFunction::OnFunction;
  static bool isRequired() { return true; }
};

// Hoists and merges what the earlier passes leave, and removes what nothing needs.
void add_last_passes(llvm::FunctionPassManager& passes) {
  // Creates preheaders, for hoisting.
  passes.addPass(llvm::LoopSimplifyPass());
  // Moves loop-invariant code out of loops.
  passes.addPass(HoistLoopInvariants());
  // Merges loads of the Thread and of windows if nothing in between can change them.
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  // Removes dead code: instructions that the recorder started but could not finish, and registers that are overwritten
  // before they are read.
  passes.addPass(llvm::ADCEPass());
  // Moves values that only a rare path needs (calls of the port, exits) to that path.
  passes.addPass(llvm::SinkingPass());
  // Last, after all passes that could create it: hides a form that LLVM's back end compiles wrongly.
  passes.addPass(OnFunction{hide_bit_selects});
}

// A kernel's loops have vector operations already, and the recorder inlines the calls that are worth it. So
// vectorisers, unrolling and the inliner would only take time.
llvm::FunctionPassManager passes() {
  llvm::FunctionPassManager passes;
  // Converts the variables of the recorder and of promote_loops() to SSA.
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  // Merges values that several instructions compute, above all masks and addresses.
  passes.addPass(llvm::EarlyCSEPass());
  // Makes contiguity checks of messages shareable. Before InstCombine, which makes many forms of a splat.
  passes.addPass(OnFunction{share_contiguity_checks});
  // Removes shuffles that undo each other and selects with constant masks.
  passes.addPass(llvm::InstCombinePass());
  // After a message that was executed inline, removes the test whether it has stopped the thread.
  passes.addPass(llvm::JumpThreadingPass());
  // Removes the blocks that are now empty or have one successor.
  passes.addPass(llvm::SimplifyCFGPass());
  // Chooses between the cases of messages. After InstCombine, which shows the factors of IDs.
  passes.addPass(OnFunction{choose_likely_cases});
  // Removes selects that keep unused lanes. Needs the masks in InstCombine's form.
  passes.addPass(OnFunction{narrow_to_demanded_lanes});
  // Merges values that have become equal.
  passes.addPass(llvm::EarlyCSEPass());
  // Removes flushes of values without denormals. Before canonical NaNs are removed, which flushes would hide.
  passes.addPass(OnFunction{gather_denormal_flushes});
  // Removes canonical NaNs whose only users are arithmetic, then moves others out of loops.
  passes.addPass(OnFunction{skip_canonical_nans});
  passes.addPass(OnFunction{move_canonical_nans_out_of_loops});
  passes.addPass(RequiredOnFunction(expand_denormal_flushes));
  // Converts masks to AVX2's form: after the passes that need them as integers, before they are hoisted and merged.
  passes.addPass(OnFunction{keep_masks_in_lanes});
  add_last_passes(passes);
  return passes;
}

// Simplifies an optimised function after some of its conditions have been replaced by constants.
llvm::FunctionPassManager simplifying_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  add_last_passes(passes);
  return passes;
}

// Passes of the back end that take longest for blocks of thousands of instructions and achieve next to nothing: one
// looks for integers that could be in mask registers, one schedules again for in-order processors.
constexpr std::array<llvm::StringLiteral, 2> kLeftOut{"X86 Domain Reassignment Pass",
                                                      "Post RA top-down list latency scheduler"};

}  // namespace

// Turns registers in loops into variables. Must run while the Thread and the waiting masks are still arguments: LLVM
// then knows (noalias) that nothing else accesses them.
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
  std::vector<llvm::Function*> direct;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) each.run(function, functions);
    if (function.hasFnAttribute(kRunsDirectThreads)) direct.push_back(&function);
  }
  llvm::FunctionPassManager simplifying = simplifying_passes();
  for (llvm::Function* function : direct) {
    llvm::Function* known = split_by_models(*function);
    if (known == nullptr) continue;
    simplifying.run(*known, functions);
    if (cancelled || !add_group_loop(*known)) continue;
    known->setName(known->getName() + ".groups");
    functions.invalidate(*known, llvm::PreservedAnalyses::none());
    simplifying.run(*known, functions);
  }
  expand_rows(module);
}

bool is_left_out(llvm::StringRef pass) { return std::ranges::find(kLeftOut, pass) != kLeftOut.end(); }

}  // namespace eugene::jit
