#include "gpu/tiers/kernel_compiler.h"

#include "gpu/tiers/kernel_code.h"

#if EUGENE_HAS_JIT

#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "asm/printer.h"
#include "eu/prepare/decoded_op.h"
#include "gpu/tiers/kernel_cache.h"
#include "jit/host/code_cache.h"

namespace eugene::gpu {
namespace {

// A kernel's name as a symbol and as part of a file's name.
std::string symbol_of(std::string_view name, std::span<const std::byte> code) {
  std::string symbol = name.empty() ? fmt::format("kernel_{}", kernel_hash(code)) : std::string(name);
  std::ranges::replace_if(
      symbol, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return fmt::format("gpu_{}", symbol);  // so that no kernel can be called as one of the runtime's functions
}

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

// On disk: four lengths, then name, entries, joins and object.
using Lengths = std::array<std::uint64_t, 4>;

std::vector<std::byte> serialise(const jit::KernelObject& kernel) {
  std::vector<std::byte> result;
  const Lengths lengths{kernel.name.size(), kernel.entries.size(), kernel.joins.size(), kernel.object.size()};
  append(result, std::as_bytes(std::span(lengths)));
  append(result, std::as_bytes(std::span(kernel.name)));
  append(result, bytes_of(kernel.entries));
  append(result, bytes_of(kernel.joins));
  append(result, kernel.object);
  return result;
}

std::optional<jit::KernelObject> deserialise(std::span<const std::byte> bytes) {
  Lengths lengths{};
  if (bytes.size() < sizeof lengths) return std::nullopt;
  std::memcpy(lengths.data(), bytes.data(), sizeof lengths);
  bytes = bytes.subspan(sizeof lengths);
  if (std::ranges::any_of(lengths, [&](std::uint64_t length) { return length > bytes.size(); }) ||
      lengths[0] + (lengths[1] + lengths[2]) * sizeof(std::uint32_t) + lengths[3] != bytes.size())
    return std::nullopt;
  jit::KernelObject kernel;
  const auto take = [&](auto& to, std::uint64_t count) {
    to.resize(count);
    const auto place = std::as_writable_bytes(std::span(to));
    std::ranges::copy(bytes.first(place.size()), place.begin());
    bytes = bytes.subspan(place.size());
  };
  take(kernel.name, lengths[0]);
  take(kernel.entries, lengths[1]);
  take(kernel.joins, lengths[2]);
  take(kernel.object, lengths[3]);
  return kernel;
}

std::string_view text_of(eu::Coverage coverage) {
  return coverage == eu::Coverage::complete ? "complete threads" : "any threads";
}

// The map in which perf looks up code that lies in no file: tools/perf/Documentation/jit-interface.txt of Linux.
class PerfMap {
 public:
  explicit PerfMap(bool wanted) {
    if (!wanted) return;
    const std::string path = fmt::format("/tmp/perf-{}.map", ::getpid());
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
  }
  ~PerfMap() {
    if (file_ >= 0) ::close(file_);
  }
  PerfMap(const PerfMap&) = delete;
  PerfMap& operator=(const PerfMap&) = delete;

  void add(const jit::LoadedCode& code) const {
    if (file_ < 0) return;
    std::string lines;
    for (const auto& [name, address, bytes] : code.functions())
      lines += fmt::format("{:x} {:x} {}\n", reinterpret_cast<std::uintptr_t>(address), bytes, name);
    // Whole lines or none; without them perf shows addresses.
    [[maybe_unused]] const ssize_t written = ::write(file_, lines.data(), lines.size());
  }

 private:
  int file_ = -1;
};

}  // namespace

struct KernelCompiler::State {
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
  std::vector<std::byte> key(const TieredKernel& kernel, eu::Coverage coverage) const {
    const std::string text = fmt::format("{}\n{}\n{}\ncontrol {:#x}\n{}\n", build, host->target(),
                                         kernel.kernel().program().gen->name, kernel.control(), text_of(coverage));
    std::vector<std::byte> result;
    append(result, std::as_bytes(std::span(text)));
    append(result, kernel.bytes());
    return result;
  }

  std::unique_ptr<const KernelCode> load(const TieredKernel& kernel, const jit::KernelObject& object) {
    auto loaded = jit::load(*host, kernel.kernel(), kernel.control(), object);
    if (!loaded) return nullptr;
    perf_map.add(loaded->loaded);
    return std::make_unique<const KernelCode>(std::move(*loaded));
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
  PerfMap perf_map;
  std::shared_ptr<jit::HostCompiler> host;
  std::mutex mutex;  // of `host` as cancel() sees it, and of what follows
  bool cancelled = false;
};

bool KernelCompiler::exists() { return true; }

unsigned KernelCompiler::versions(const TieredKernel& kernel, eu::Coverage coverage) {
  const jit::Versions versions = jit::versions_of(kernel.kernel(), coverage);
  return (versions.full ? 1U : 0U) + (versions.partial ? 1U : 0U);
}

KernelCompiler::KernelCompiler(CompilerOptions options) : state_(std::make_unique<State>(std::move(options))) {}
KernelCompiler::~KernelCompiler() = default;

std::unique_ptr<const KernelCode> KernelCompiler::find(const TieredKernel& kernel, eu::Coverage coverage) {
  // A dump needs the code on its way through LLVM.
  if (!state_->cache || !state_->options.dump.empty() || !state_->llvm()) return nullptr;
  const auto bytes = state_->cache->find(state_->key(kernel, coverage));
  if (!bytes) return nullptr;
  const auto object = deserialise(*bytes);
  return object ? state_->load(kernel, *object) : nullptr;
}

Result<std::unique_ptr<const KernelCode>> KernelCompiler::compile(const TieredKernel& kernel, eu::Coverage coverage) {
  const auto host = state_->llvm();
  if (!host) return std::unexpected(host.error());
  const auto& name_of = state_->options.name_of;
  std::string symbol = symbol_of(name_of ? name_of(kernel.bytes()) : std::string(), kernel.bytes());
  // There may be code for complete threads too.
  const bool is_second = coverage != kernel.kernel().decoded().channel_use.coverage(~0U);
  if (is_second) symbol += "_incomplete";
  const jit::Assumptions assumptions{
      .control = kernel.control(), .coverage = coverage, .remains = jit::Remains::counts};
  const auto object =
      jit::compile_object(**host, kernel.kernel(), assumptions, symbol, state_->inspection(kernel, symbol));
  if (!object) return std::unexpected(object.error());
  if (state_->cache) state_->cache->store(state_->key(kernel, coverage), serialise(*object));
  auto code = state_->load(kernel, *object);
  if (code == nullptr) return fail("not compiled: LLVM cannot load its own code");
  return code;
}

void KernelCompiler::cancel() {
  const std::scoped_lock lock(state_->mutex);
  state_->cancelled = true;
  if (state_->host != nullptr) state_->host->cancel();
}

std::size_t host_bytes(const KernelCode& code) {
  std::size_t bytes = 0;
  for (const jit::LoadedCode::Function& each : code.compiled.loaded.functions()) bytes += each.bytes;
  return bytes;
}

}  // namespace eugene::gpu

#else  // Without LLVM there is nothing to compile with.

namespace eugene::gpu {

struct KernelCompiler::State {};

bool KernelCompiler::exists() { return false; }
unsigned KernelCompiler::versions(const TieredKernel&, eu::Coverage) { return 1; }
KernelCompiler::KernelCompiler(CompilerOptions) {}
KernelCompiler::~KernelCompiler() = default;
std::unique_ptr<const KernelCode> KernelCompiler::find(const TieredKernel&, eu::Coverage) { return nullptr; }
Result<std::unique_ptr<const KernelCode>> KernelCompiler::compile(const TieredKernel&, eu::Coverage) {
  return fail("no compiler");
}
void KernelCompiler::cancel() {}
std::size_t host_bytes(const KernelCode&) { return 0; }

}  // namespace eugene::gpu

#endif
