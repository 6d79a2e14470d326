#include "jit/host_compiler.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace eugene::jit {
namespace {

std::unexpected<Diagnostic> llvm_failure(std::string_view doing, llvm::Error error) {
  return fail(fmt::format("LLVM cannot {}: {}", doing, llvm::toString(std::move(error))), "src/jit",
              "run with --interpret");
}

// The passes a kernel needs: variables into SSA, redundant shuffles and masks away, what a loop does not change out of
// it. Loops are the kernel's own, already vectors, so vectorisers, unrolling and the inliner would only cost time.
llvm::FunctionPassManager passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::ADCEPass());
  return passes;
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::FunctionPassManager each = passes();
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) each.run(function, functions);
}

}  // namespace

HostCompiler::HostCompiler() = default;
HostCompiler::~HostCompiler() = default;

Result<std::unique_ptr<HostCompiler>> HostCompiler::create(const std::string& processor) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host) return llvm_failure("find out what this host is", host.takeError());
  if (!processor.empty()) {
    host->setCPU(processor);
    host->getFeatures() = llvm::SubtargetFeatures("+avx2,+fma,+f16c");
  }
  for (const char* needed : {"+avx2", "+fma", "+f16c"}) {
    const auto& features = host->getFeatures().getFeatures();
    if (std::find(features.begin(), features.end(), needed) == features.end())
      return fail(fmt::format("compiling needs a processor with {}", needed + 1), "src/jit", "run with --interpret");
  }
  host->setCodeGenOptLevel(llvm::CodeGenOpt::Default);
  // a * b + c is two roundings unless a meaning says fused.
  host->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto result = std::unique_ptr<HostCompiler>(new HostCompiler());
  result->cpu_ = host->getCPU();
  result->features_ = host->getFeatures().getString();
  auto machine = host->createTargetMachine();
  if (!machine) return llvm_failure("make code for this host", machine.takeError());
  result->machine_ = std::move(*machine);
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*host)).create();
  if (!jit) return llvm_failure("start its JIT", jit.takeError());
  result->jit_ = std::move(*jit);
  return result;
}

void HostCompiler::define(const std::string& name, void* address) {
  llvm::orc::SymbolMap symbols;
  symbols[jit_->mangleAndIntern(name)] = llvm::JITEvaluatedSymbol::fromPointer(address, llvm::JITSymbolFlags::Exported);
  llvm::cantFail(jit_->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
}

void HostCompiler::prepare(llvm::Function& function) const {
  function.addFnAttr("target-cpu", cpu_);
  function.addFnAttr("target-features", features_);
  function.addFnAttr("prefer-vector-width", "256");
  function.addFnAttr("min-legal-vector-width", "0");
}

Result<void*> HostCompiler::compile(Unit unit, const std::string& name,
                                    const std::function<void(const llvm::Module&)>& inspect) {
  unit.module->setDataLayout(jit_->getDataLayout());
  unit.module->setTargetTriple(machine_->getTargetTriple().str());
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(*unit.module, &stream))
    return fail(fmt::format("the JIT recorded code that LLVM rejects: {}", problems), "src/jit");
  {
    const std::lock_guard lock(mutex_);
    optimise(*unit.module, *machine_);
  }
  if (inspect) inspect(*unit.module);
  if (auto error = jit_->addIRModule({std::move(unit.module), std::move(unit.context)}))
    return llvm_failure("add a kernel", std::move(error));
  auto address = jit_->lookup(name);
  if (!address) return llvm_failure("compile a kernel", address.takeError());
  return address->toPtr<void*>();
}

}  // namespace eugene::jit
