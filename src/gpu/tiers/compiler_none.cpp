// The compiler of a build without the JIT: there is none, and so no host code to run.
#include "gpu/tiers/compiler.h"

namespace eugene::gpu {

struct Compiler::State {};

bool Compiler::exists() { return false; }
unsigned Compiler::versions(const TieredKernel&, eu::ThreadChannels) { return 1; }
Compiler::Compiler(CompilerOptions /*options*/) {}  // NOLINT(performance-unnecessary-value-param)
Compiler::~Compiler() = default;
std::shared_ptr<const HostCode> Compiler::find(const TieredKernel&, eu::ThreadChannels) { return nullptr; }
Result<std::shared_ptr<const HostCode>> Compiler::compile(const TieredKernel&, eu::ThreadChannels) {
  return fail("no compiler");
}
void Compiler::cancel() {}
std::size_t host_bytes(const HostCode&) { return 0; }

struct HostCodeRunner::State {
  eu::Batch batch;
};

HostCodeRunner::HostCodeRunner() : state_(std::make_unique<State>()) {}
HostCodeRunner::~HostCodeRunner() = default;
void HostCodeRunner::run(const HostCode&, eu::Thread&, eu::MessagePort&, const eu::RunLimits&, eu::Outcome&) {}
bool HostCodeRunner::runs_batches(const HostCode&, const eu::Thread&) { return false; }
void HostCodeRunner::run_batch(const HostCode&, eu::Batch&, eu::MessagePort&, const eu::RunLimits&, eu::Outcome&) {}
const eu::Batch& HostCodeRunner::batch() const { return state_->batch; }
eu::Fault HostCodeRunner::explain(const HostFault& lost) { return {.what = std::string(describe(lost))}; }
const eu::Thread* HostCodeRunner::thread() const { return nullptr; }

}  // namespace eugene::gpu
