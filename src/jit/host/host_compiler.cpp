#include "jit/host_compiler.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/host_cpu.h"
#include "jit/host/code_memory.h"
#include "jit/llvm_versions.h"
#include "jit/pass/pipeline.h"

namespace eugene::jit {
namespace {

std::unexpected<Diagnostic> llvm_failure(std::string_view doing, llvm::Error error) {
  return fail(fmt::format("LLVM cannot {}: {}", doing, llvm::toString(std::move(error))), "src/jit",
              "run with --interpret");
}

// LLVM ends the program if its back end cannot select an instruction. That must not happen for one kernel, so this
// handler throws. The exception passes through LLVM's frames, which do not handle it and leak their objects.
struct BackEndFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] void throw_failure(void*, const char* reason, bool) { throw BackEndFailure(reason); }

std::string print_assembly(const llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  const auto copy = llvm::CloneModule(module);  // because generating code changes a module
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kAssemblyFile)) return {};
  passes.run(*copy);
  return std::string(text);
}

Result<std::unique_ptr<llvm::MemoryBuffer>> generate_code(Unit& unit, llvm::TargetMachine& machine,
                                                          const Inspection& inspect) try {
  if (inspect.assembly) inspect.assembly(print_assembly(*unit.module, machine));
  auto object = llvm::orc::SimpleCompiler(machine)(*unit.module);
  if (!object) return llvm_failure("compile a kernel", object.takeError());
  return std::move(*object);
} catch (const BackEndFailure& failure) {
  // Objects that LLVM leaked during the exception still point to the module and its context, so those are leaked too.
  static_cast<void>(unit.module.release());
  static_cast<void>(unit.context.release());
  return fail(fmt::format("LLVM cannot compile a kernel: {}", failure.what()), "src/jit", "run with --interpret");
}

// Makes code generation skip the passes of is_left_out(), and stop at the next optional pass after compilation is
// cancelled. The remaining passes take most of the time, and a program that ends waits for them.
class PassFilter final : public llvm::OptPassGate {
 public:
  explicit PassFilter(const std::atomic<bool>& cancelled) : cancelled_(&cancelled) {}
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) override {
    if (*cancelled_) throw BackEndFailure("cancelled");
    return !is_left_out(pass);
  }
  bool isEnabled() const override { return true; }

 private:
  const std::atomic<bool>* cancelled_;
};

// Optimised code generation takes up to 0.12 ms for an LLVM instruction on hosts with only AVX2, which need at least
// two operations for sixteen channels, and 0.055 ms with AVX-512 (docs/record/performance.md, "What compiling costs").
constexpr std::size_t kOptimisedUpTo = 24'000;
constexpr std::size_t kOptimisedUpToWide = 44'000;

// Returns the functions in the section of function `name`, which is loaded at `address`.
std::vector<LoadedCode::Function> list_functions(llvm::MemoryBufferRef object, const std::string& name,
                                                 const std::byte* address) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(object);
  if (!file) {
    llvm::consumeError(file.takeError());
    return {};
  }
  std::vector<LoadedCode::Function> found;
  std::uint64_t at = 0;  // of `name`; addresses of the others are first relative
  for (const llvm::object::ELFSymbolRef symbol : (*file)->symbols()) {
    auto type = symbol.getType();
    auto called = symbol.getName();
    auto offset = symbol.getValue();
    if (type && called && offset && *type == llvm::object::SymbolRef::ST_Function) {
      if (*called == name) at = *offset;
      found.push_back({called->str(), address + *offset, symbol.getSize()});
    }
    llvm::consumeError(type.takeError());
    llvm::consumeError(called.takeError());
    llvm::consumeError(offset.takeError());
  }
  for (LoadedCode::Function& each : found) each.address -= at;
  return found;
}

}  // namespace

HostCompiler::HostCompiler() = default;
HostCompiler::~HostCompiler() = default;

Result<std::shared_ptr<HostCompiler>> HostCompiler::create(std::string_view processor,
                                                           std::optional<std::size_t> optimised_up_to) {
  if (const std::string refused = refusal_of_host_cpu(processor); !refused.empty())
    return fail(fmt::format("cannot compile for {}: {}", processor, refused), "src/jit", "run with --interpret");
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::install_fatal_error_handler(throw_failure);
  });
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host) return llvm_failure("detect this host's processor", host.takeError());
  const HostCpu& wanted = *find_host_cpu(processor);
  if (!wanted.features.empty()) {
    host->setCPU(std::string(wanted.name));
    host->getFeatures() = llvm::SubtargetFeatures(std::string(wanted.features));
  }
  host->setCodeGenOptLevel(kCodeGenDefault);
  host->setCodeModel(llvm::CodeModel::Small);  // jit/host/code_memory.h
  host->setRelocationModel(llvm::Reloc::PIC_);
  // Do not fuse a * b + c: sem says explicitly which products are fused.
  host->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto result = std::shared_ptr<HostCompiler>(new HostCompiler());
  result->cpu_ = host->getCPU();
  result->features_ = host->getFeatures().getString();
  result->target_ = fmt::format("LLVM {} {} {}", LLVM_VERSION_STRING, result->cpu_, result->features_);
  result->optimised_up_to_ = optimised_up_to.value_or(result->is_wide() ? kOptimisedUpToWide : kOptimisedUpTo);
  auto machine = host->createTargetMachine();
  if (!machine) return llvm_failure("make code for this host", machine.takeError());
  result->machine_ = std::move(*machine);
  // A separate machine, because LLVM caches settings of the first compilation.
  host->setCodeGenOptLevel(kCodeGenNone);
  auto fast_machine = host->createTargetMachine();
  if (!fast_machine) return llvm_failure("make code for this host", fast_machine.takeError());
  result->fast_machine_ = std::move(*fast_machine);
  result->fast_machine_->setO0WantsFastISel(false);  // it supports few vectors and is not faster here
  const auto link = [](llvm::orc::ExecutionSession& session, const llvm::Triple&) {
    auto layer =
        std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(session, [] { return std::make_unique<CodeMemory>(); });
    layer->registerJITEventListener(*llvm::JITEventListener::createGDBRegistrationListener());
    return layer;
  };
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*host))
                 .setObjectLinkingLayerCreator(link)
                 .create();
  if (!jit) return llvm_failure("start its JIT", jit.takeError());
  result->jit_ = std::move(*jit);
  return result;
}

void HostCompiler::define(const std::string& name, void* address) {
  llvm::orc::SymbolMap symbols;
  symbols[jit_->mangleAndIntern(name)] = symbol_at(address);
  llvm::cantFail(jit_->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
}

bool HostCompiler::is_wide() const { return features_.find("+avx512f") != std::string::npos; }

void HostCompiler::prepare(llvm::Function& function) const {
  function.addFnAttr("target-cpu", cpu_);
  // LLVM considers a load, a test and a branch for each lane as fast as AVX2's gather. But they are a fifth of the code
  // of kernels with many messages, so declare gathers to be fast.
  const bool wide = is_wide();
  const bool gathers = !wide && features_.find("+avx2") != std::string::npos;
  function.addFnAttr("target-features", gathers ? features_ + ",+fast-gather" : features_);
  // SpilledVector vectors must not cross cache lines. LLVM decides whether to align the stack before it knows the
  // spills.
  function.addFnAttr("stackrealign");
  function.setUWTableKind(llvm::UWTableKind::Default);  // lets debuggers unwind to the caller
  // Use one operation for sixteen channels if the host has large enough registers.
  function.addFnAttr("prefer-vector-width", wide ? "512" : "256");
  function.addFnAttr("min-legal-vector-width", wide ? "512" : "0");
}

// The back end clears the upper halves of all vector registers before a function returns, unless it returns a vector.
// That would also destroy registers that the function must preserve, so disable it.
void HostCompiler::prepare_for_vectors(llvm::Function& function) const {
  prepare(function);
  function.setCallingConv(llvm::CallingConv::Intel_OCL_BI);
  function.addFnAttr("target-features",
                     function.getFnAttribute("target-features").getValueAsString().str() + ",-vzeroupper");
}

// C functions may use instructions that are slow while upper halves of vector registers are in use.
llvm::CallInst* HostCompiler::call_c(llvm::IRBuilderBase& ir, llvm::FunctionCallee callee,
                                     llvm::ArrayRef<llvm::Value*> arguments) const {
  if (features_.find("+avx") != std::string::npos) ir.CreateIntrinsic(llvm::Intrinsic::x86_avx_vzeroupper, {}, {});
  llvm::CallInst* call = ir.CreateCall(callee, arguments);
  call->setDoesNotThrow();
  return call;
}

Result<ObjectFile> HostCompiler::compile(Unit unit, const Inspection& inspect, Effort effort) {
  unit.module->setDataLayout(jit_->getDataLayout());
  unit.module->setTargetTriple(machine_->getTargetTriple().str());
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(*unit.module, &stream))
    return fail(fmt::format("the JIT recorded code that LLVM rejects: {}", problems), "src/jit");
  PassFilter gate(cancelled_);
  unit.context->setOptPassGate(gate);
  const std::lock_guard lock(mutex_);
  optimise(*unit.module, *machine_, cancelled_);
  if (cancelled_) return fail("cancelled");
  if (inspect.module) inspect.module(*unit.module);
  const bool is_optimised = effort == Effort::full || unit.module->getInstructionCount() <= optimised_up_to_;
  llvm::TargetMachine& machine = is_optimised ? *machine_ : *fast_machine_;
  auto object = generate_code(unit, machine, inspect);
  if (cancelled_) return fail("cancelled");
  if (!object) return forward_error(object);
  const auto bytes = std::as_bytes(std::span((*object)->getBufferStart(), (*object)->getBufferSize()));
  return ObjectFile{.bytes = {bytes.begin(), bytes.end()}, .is_optimised = is_optimised};
}

Result<LoadedCode> HostCompiler::load(std::span<const std::byte> object, const std::string& name) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
  auto library = jit_->createJITDylib(fmt::format("{}.{}", name, loaded_++));
  if (!library) return llvm_failure("load a kernel", library.takeError());
  LoadedCode code;
  code.owner_ = shared_from_this();
  code.library_ = &*library;
  library->addToLinkOrder(jit_->getMainJITDylib());
  if (auto error = jit_->addObjectFile(*library, llvm::MemoryBuffer::getMemBufferCopy(bytes, name)))
    return llvm_failure("load a kernel", std::move(error));
  auto address = jit_->lookup(*library, name);
  if (!address) return llvm_failure("load a kernel", address.takeError());
  code.address_ = address->toPtr<void*>();
  code.functions_ = list_functions({bytes, name}, name, address->toPtr<const std::byte*>());
  return code;
}

LoadedCode::LoadedCode(LoadedCode&& other) noexcept
    : owner_(std::move(other.owner_)),
      library_(std::exchange(other.library_, nullptr)),
      address_(std::exchange(other.address_, nullptr)),
      functions_(std::move(other.functions_)) {}

LoadedCode& LoadedCode::operator=(LoadedCode&& other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(library_, other.library_);
  std::swap(address_, other.address_);
  std::swap(functions_, other.functions_);
  return *this;
}

LoadedCode::~LoadedCode() {
  if (library_ != nullptr) llvm::cantFail(owner_->jit_->getExecutionSession().removeJITDylib(*library_));
}

}  // namespace eugene::jit
