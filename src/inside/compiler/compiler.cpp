// libeugene_jit.so: the compiler for kernels, with LLVM (gpu/tiers/compiler.h). The library has its own copies of the
// lower layers, which hold no state, so it needs no symbol of the program or library that loads it. Functions and
// tables therefore have another address on each side, and code must not compare these addresses.
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include <fstream>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "gpu/tiers/compiler.h"
#include "jit/host/code_cache.h"
#include "jit/host/compiled_kernel.h"
#include "jit/host/perf_map.h"
#include "jit/host/runner.h"
#include "jit/host/stored_object.h"

namespace eugene::gpu {
namespace {

class Code final : public HostCode {
 public:
  explicit Code(jit::CompiledKernel kernel)
      : HostCode(kernel.left_out, kernel.is_optimised), compiled(std::move(kernel)) {}

  std::size_t bytes() const override {
    std::size_t bytes = 0;
    for (const jit::LoadedCode::Function& each : compiled.loaded.functions()) bytes += each.bytes;
    return bytes;
  }
  std::span<const std::byte> machine_code() const override { return compiled.machine_code; }
  bool runs_batches(const eu::Thread& model) const override { return jit::Runner::runs_batches(compiled, model); }
  std::unique_ptr<CodeRunner> make_runner() const override;

  const jit::CompiledKernel compiled;
};

const jit::CompiledKernel& compiled(const HostCode& code) { return static_cast<const Code&>(code).compiled; }

class Runner final : public CodeRunner {
 public:
  void attach(const HostCode& code, eu::MessagePort& port, eu::Observers* observers) override {
    runner_.attach(compiled(code), port, observers);
  }
  void run_attached(const HostCode& code, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
                    eu::Outcome& outcome) override {
    runner_.run_attached(compiled(code), thread, port, limits, outcome);
  }
  bool run_turns(const HostCode& code, eu::Round& round, eu::MessagePort& port, eu::Outcome& outcome) override {
    return runner_.run_turns(compiled(code), round, port, outcome);
  }
  void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome, eu::Observers* observers) override {
    runner_.run_batch(compiled(code), batch, port, limits, outcome, observers);
  }
  std::uint64_t take_interpreted() override { return runner_.take_interpreted(); }
  const eu::Batch& batch() const override { return runner_.batch(); }
  eu::Fault explain(const HostFault& lost) override { return runner_.explain(lost); }
  const eu::Thread* thread() const override { return runner_.thread(); }
  const std::uint32_t* calling() const override { return runner_.calling(); }

 private:
  jit::Runner runner_;
};

std::unique_ptr<CodeRunner> Code::make_runner() const { return std::make_unique<Runner>(); }

std::string_view to_text(eu::ThreadChannels thread_channels) {
  switch (thread_channels) {
    case eu::ThreadChannels::all: return "complete threads";
    case eu::ThreadChannels::one: return "threads of one channel";
    case eu::ThreadChannels::any: break;
  }
  return "any threads";
}

std::string to_text(const eu::Interest& observed) {
  static_assert(sizeof(eu::Interest) == 11, "what code is compiled for is part of its name in the cache");
  return fmt::format("{}{}{}{}{}{}{}{}{}", observed.instructions ? ", counted" : "",
                     observed.messages ? ", messages" : "", observed.accesses ? ", accesses" : "",
                     observed.unclear ? ", unclear" : "", observed.misaligned ? ", misaligned" : "",
                     observed.values ? ", values" : "", observed.order ? ", order" : "",
                     observed.written ? ", written" : "", observed.digests ? ", digests" : "");
}

jit::Inspection inspection(const CompileJob& job) {
  if (job.dump.empty()) return {};
  const auto write = [name = job.dump.string()](const char* suffix, const std::string& text) {
    std::ofstream(name + suffix) << text;
  };
  return {.module =
              [write](const llvm::Module& module) {
                std::string text;
                llvm::raw_string_ostream stream(text);
                module.print(stream, nullptr);
                write(".ll", stream.str());
              },
          .assembly = [write](const std::string& text) { write(".s", text); }};
}

class JitCompiler final : public CodeCompiler {
 public:
  explicit JitCompiler(const CompilerOptions& options)
      : host_cpu_(options.host_cpu),
        observed_(options.observed),
        given_(options.given),
        keeps_registers_(options.keeps_registers),
        exact_counts_(options.exact_counts),
        optimised_up_to_(options.optimised_up_to),
        perf_map_(options.perf_map) {
    if (!options.cache.empty() && !build_.empty()) cache_.emplace(options.cache);
  }

  std::shared_ptr<const HostCode> find(const CompileJob& job) override;
  Result<std::shared_ptr<const HostCode>> compile(const CompileJob& job) override;
  void cancel() override;

 private:
  Result<jit::HostCompiler*> llvm();
  std::vector<std::byte> key(const CompileJob& job) const;
  jit::Assumptions assumptions(const CompileJob& job) const;
  std::shared_ptr<const HostCode> load(const CompileJob& job, const jit::KernelObject& object);

  std::string host_cpu_;
  eu::Interest observed_;
  unsigned given_;
  bool keeps_registers_;
  bool exact_counts_;
  std::optional<std::size_t> optimised_up_to_;
  std::string build_ = jit::build_id();
  std::optional<jit::CodeCache> cache_;
  jit::PerfMap perf_map_;
  std::shared_ptr<jit::HostCompiler> host_;
  std::mutex mutex_;  // guards `cancelled_`, and `host_` against cancel()
  bool cancelled_ = false;
};

// Starts LLVM when it is first needed, since the start takes milliseconds.
Result<jit::HostCompiler*> JitCompiler::llvm() {
  if (host_ == nullptr) {
    auto created = jit::HostCompiler::create(host_cpu_, optimised_up_to_);
    if (!created) return std::unexpected(created.error());
    jit::define_runtime(**created);
    const std::scoped_lock lock(mutex_);
    host_ = std::move(*created);
    if (cancelled_) host_->cancel();
  }
  return host_.get();
}

// The key in the cache: everything that host code depends on.
std::vector<std::byte> JitCompiler::key(const CompileJob& job) const {
  const TieredKernel& kernel = job.kernel;
  const std::string text = fmt::format(
      "{}\n{}\n{}\ncontrol {:#x}\n{}{} {}{}{}\n", build_, host_->target(), kernel.kernel().program().gen->name,
      kernel.control(), to_text(job.thread_channels), to_text(observed_), given_,
      keeps_registers_ ? ", with registers" : "", exact_counts_ ? "" : ", without counts");
  const auto bytes = std::as_bytes(std::span(text));
  std::vector<std::byte> result(bytes.begin(), bytes.end());
  result.insert(result.end(), kernel.bytes().begin(), kernel.bytes().end());
  return result;
}

jit::Assumptions JitCompiler::assumptions(const CompileJob& job) const {
  return {.control = job.kernel.control(),
          .thread_channels = job.thread_channels,
          .live_out = keeps_registers_ ? jit::LiveOut::all : jit::LiveOut::needed,
          .observed = observed_,
          .only = job.part.instructions,
          .exact_counts = exact_counts_,
          .diverges = job.part.diverges,
          .given = given_};
}

std::shared_ptr<const HostCode> JitCompiler::load(const CompileJob& job, const jit::KernelObject& object) {
  auto loaded = jit::load(*host_, job.kernel.kernel(), assumptions(job), object);
  if (!loaded) return nullptr;
  perf_map_.add(loaded->loaded);
  return std::make_shared<const Code>(std::move(*loaded));
}

std::shared_ptr<const HostCode> JitCompiler::find(const CompileJob& job) {
  if (!cache_ || !llvm()) return nullptr;
  const auto bytes = cache_->find(key(job));
  if (!bytes) return nullptr;
  const auto object = jit::deserialise(*bytes);
  return object ? load(job, *object) : nullptr;
}

Result<std::shared_ptr<const HostCode>> JitCompiler::compile(const CompileJob& job) {
  const auto host = llvm();
  if (!host) return std::unexpected(host.error());
  const auto effort = job.optimise ? jit::Effort::full : jit::Effort::limited;
  const auto object =
      jit::compile_object(**host, job.kernel.kernel(), assumptions(job), job.symbol, inspection(job), effort);
  if (!object) return std::unexpected(object.error());
  if (cache_) cache_->store(key(job), jit::serialise(*object));
  auto code = load(job, *object);
  if (code == nullptr) return fail("not compiled: LLVM cannot load its own code");
  return code;
}

void JitCompiler::cancel() {
  const std::scoped_lock lock(mutex_);
  cancelled_ = true;
  if (host_ != nullptr) host_->cancel();
}

}  // namespace
}  // namespace eugene::gpu

extern "C" __attribute__((visibility("default"))) eugene::gpu::CodeCompiler* eugene_make_compiler(
    const eugene::gpu::CompilerOptions& options) {
  return std::make_unique<eugene::gpu::JitCompiler>(options).release();
}
