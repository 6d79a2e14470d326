#include "gpu/tiers.h"

#if EUGENE_HAS_JIT
#include "jit/compiled_kernel.h"
#endif

namespace eugene::gpu {

#if EUGENE_HAS_JIT

struct TieredKernel::Code {
  jit::CompiledKernel compiled;
};

struct Tiers::Compiler {
  std::unique_ptr<jit::HostCompiler> host;
};

struct TierRunner::State {
  jit::Runner runner;
};

void Tiers::prepare(TieredKernel& kernel) {
  if (tier_ == Tier::interpret || kernel.compiled_) return;
  kernel.compiled_ = true;
  if (compiler_ == nullptr) {
    compiler_ = std::make_unique<Compiler>();
    if (auto host = jit::HostCompiler::create()) {
      compiler_->host = std::move(*host);
      jit::define_runtime(*compiler_->host);
    }
  }
  if (compiler_->host == nullptr) return;
  if (auto compiled = jit::compile(*compiler_->host, kernel.kernel_, kernel.control_))
    kernel.code_ = std::make_unique<TieredKernel::Code>(std::move(*compiled));
}

eu::Outcome TierRunner::run(const TieredKernel& kernel, eu::Thread& thread, eu::MessagePort& port,
                            const eu::RunLimits& limits) {
  if (kernel.code_ == nullptr) return eu::run(kernel.kernel_, thread, port, limits);
  return state_->runner.run(kernel.code_->compiled, thread, port, limits);
}

#else  // Without LLVM there is one tier.

struct TieredKernel::Code {};
struct Tiers::Compiler {};
struct TierRunner::State {};

void Tiers::prepare(TieredKernel&) {}

eu::Outcome TierRunner::run(const TieredKernel& kernel, eu::Thread& thread, eu::MessagePort& port,
                            const eu::RunLimits& limits) {
  return eu::run(kernel.kernel_, thread, port, limits);
}

#endif

TieredKernel::TieredKernel(eu::Kernel kernel, std::uint32_t control) : kernel_(std::move(kernel)), control_(control) {}
TieredKernel::~TieredKernel() = default;
Tiers::Tiers(Tier tier) : tier_(tier) {}
Tiers::~Tiers() = default;
TierRunner::TierRunner() : state_(std::make_unique<State>()) {}
TierRunner::~TierRunner() = default;

}  // namespace eugene::gpu
