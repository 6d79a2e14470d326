// The compiler of a build with the JIT.
#include "gpu/tiers/compiler.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "asm/printer.h"
#include "eu/prepare/prepared_op.h"
#include "gpu/tiers/kernel_bytes.h"
#include "jit/host/code_cache.h"
#include "jit/host/compiled_kernel.h"
#include "jit/host/perf_map.h"
#include "jit/host/runner.h"
#include "jit/host/stored_object.h"

namespace eugene::gpu {

struct HostCode {
  jit::CompiledKernel compiled;
};

namespace {

// A kernel's name as a symbol and as part of a file's name.
std::string symbol_of(std::string_view name, std::span<const std::byte> code) {
  std::string symbol = name.empty() ? fmt::format("kernel_{}", kernel_hash(code)) : std::string(name);
  std::ranges::replace_if(
      symbol, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return fmt::format("gpu_{}", symbol);  // so that no kernel can be called as one of the runtime's functions
}

std::string_view text_of(eu::ThreadChannels thread_channels) {
  return thread_channels == eu::ThreadChannels::all ? "complete threads" : "any threads";
}

std::string text_of(const eu::Interest& observed) {
  return fmt::format("{}{}{}", observed.instructions ? ", counted" : "", observed.messages ? ", messages" : "",
                     observed.accesses ? ", accesses" : "");
}

}  // namespace

struct Compiler::State {
  explicit State(CompilerOptions chosen) : options(std::move(chosen)), perf_map(options.perf_map) {
    if (!options.cache.empty() && !build.empty()) cache.emplace(options.cache);
  }

  // LLVM, when it is first needed: starting it takes milliseconds.
  Result<jit::HostCompiler*> llvm() {
    if (host == nullptr) {
      auto created = jit::HostCompiler::create();
      if (!created) return std::unexpected(created.error());
      jit::define_runtime(**created);
      const std::scoped_lock lock(mutex);
      host = std::move(*created);
      if (cancelled) host->cancel();
    }
    return host.get();
  }

  // All that host code depends on.
  std::vector<std::byte> key(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const {
    const std::string text =
        fmt::format("{}\n{}\n{}\ncontrol {:#x}\n{}{}{}\n", build, host->target(), kernel.kernel().program().gen->name,
                    kernel.control(), text_of(thread_channels), text_of(options.observed),
                    options.keeps_registers ? ", with registers" : "");
    const auto bytes = std::as_bytes(std::span(text));
    std::vector<std::byte> result(bytes.begin(), bytes.end());
    result.insert(result.end(), kernel.bytes().begin(), kernel.bytes().end());
    return result;
  }

  std::shared_ptr<const HostCode> load(const TieredKernel& kernel, const jit::KernelObject& object) {
    auto loaded = jit::load(*host, kernel.kernel(), kernel.control(), object);
    if (!loaded) return nullptr;
    perf_map.add(loaded->loaded);
    return std::make_shared<const HostCode>(std::move(*loaded));
  }

  jit::Inspection inspection(const TieredKernel& kernel, const std::string& symbol) const {
    if (options.dump.empty()) return {};
    const std::string name = fmt::format("{}-{}", symbol, kernel_hash(kernel.bytes()));
    const auto write = [directory = options.dump, name](const char* suffix, const std::string& text) {
      std::ofstream(directory / (name + suffix)) << text;
    };
    write(".asm", assembly::print(kernel.kernel().program(), assembly::kNative));
    return {.module =
                [write](const llvm::Module& module) {
                  std::string text;
                  llvm::raw_string_ostream stream(text);
                  module.print(stream, nullptr);
                  write(".ll", stream.str());
                },
            .assembly = [write](const std::string& text) { write(".s", text); }};
  }

  CompilerOptions options;
  std::string build = jit::build_id();
  std::optional<jit::CodeCache> cache;
  jit::PerfMap perf_map;
  std::shared_ptr<jit::HostCompiler> host;
  std::mutex mutex;  // of `host` as cancel() sees it, and of what follows
  bool cancelled = false;
};

bool Compiler::exists() { return true; }

unsigned Compiler::versions(const TieredKernel& kernel, eu::ThreadChannels thread_channels) {
  const jit::Versions versions = jit::versions_of(kernel.kernel(), thread_channels);
  return (versions.full ? 1U : 0U) + (versions.partial ? 1U : 0U);
}

Compiler::Compiler(CompilerOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Compiler::~Compiler() = default;

std::shared_ptr<const HostCode> Compiler::find(const TieredKernel& kernel, eu::ThreadChannels thread_channels) {
  // A dump needs the code on its way through LLVM.
  if (!state_->cache || !state_->options.dump.empty() || !state_->llvm()) return nullptr;
  const auto bytes = state_->cache->find(state_->key(kernel, thread_channels));
  if (!bytes) return nullptr;
  const auto object = jit::deserialise(*bytes);
  return object ? state_->load(kernel, *object) : nullptr;
}

Result<std::shared_ptr<const HostCode>> Compiler::compile(const TieredKernel& kernel,
                                                          eu::ThreadChannels thread_channels) {
  const auto host = state_->llvm();
  if (!host) return std::unexpected(host.error());
  const auto& name_of = state_->options.name_of;
  std::string symbol = symbol_of(name_of ? name_of(kernel.bytes()) : std::string(), kernel.bytes());
  // There may be code for complete threads too.
  const bool is_second = thread_channels != kernel.kernel().prepared().channel_use.thread_channels(~0U);
  if (is_second) symbol += "_incomplete";
  const jit::Assumptions assumptions{
      .control = kernel.control(),
      .thread_channels = thread_channels,
      .live_out = state_->options.keeps_registers ? jit::LiveOut::all : jit::LiveOut::needed,
      .observed = state_->options.observed};
  const auto object =
      jit::compile_object(**host, kernel.kernel(), assumptions, symbol, state_->inspection(kernel, symbol));
  if (!object) return std::unexpected(object.error());
  if (state_->cache) state_->cache->store(state_->key(kernel, thread_channels), jit::serialise(*object));
  auto code = state_->load(kernel, *object);
  if (code == nullptr) return fail("not compiled: LLVM cannot load its own code");
  return code;
}

void Compiler::cancel() {
  const std::scoped_lock lock(state_->mutex);
  state_->cancelled = true;
  if (state_->host != nullptr) state_->host->cancel();
}

std::size_t host_bytes(const HostCode& code) {
  std::size_t bytes = 0;
  for (const jit::LoadedCode::Function& each : code.compiled.loaded.functions()) bytes += each.bytes;
  return bytes;
}

struct HostCodeRunner::State {
  jit::Runner runner;
};

HostCodeRunner::HostCodeRunner() : state_(std::make_unique<State>()) {}
HostCodeRunner::~HostCodeRunner() = default;

void HostCodeRunner::run(const HostCode& code, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
                         eu::Outcome& outcome) {
  if (std::exchange(attached_, &code) != &code) state_->runner.attach(code.compiled, port, observers_);
  state_->runner.run_attached(code.compiled, thread, port, limits, outcome);
}

bool HostCodeRunner::runs_batches(const HostCode& code, const eu::Thread& model) {
  return jit::Runner::runs_batches(code.compiled, model);
}

void HostCodeRunner::run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port,
                               const eu::RunLimits& limits, eu::Outcome& outcome) {
  attached_ = nullptr;
  state_->runner.run_batch(code.compiled, batch, port, limits, outcome);
}

const eu::Batch& HostCodeRunner::batch() const { return state_->runner.batch(); }
eu::Fault HostCodeRunner::explain(const HostFault& lost) {
  attached_ = nullptr;
  return state_->runner.explain(lost);
}
const eu::Thread* HostCodeRunner::thread() const { return state_->runner.thread(); }

}  // namespace eugene::gpu
