// The compiler of a build with the JIT: a library that is loaded when it is first needed.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <expected>
#include <fstream>
#include <string_view>

#include "asm/printer.h"
#include "base/own_library.h"
#include "eu/prepared_op.h"
#include "gpu/tiers/compiler.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {
namespace {

constexpr const char* kLibrary = "libeugene_jit.so";

// The library stays loaded: LLVM cannot be unloaded.
std::expected<MakeCompiler, CompilerTrouble> load_library() {
  const Result<std::filesystem::path> path = own_library(kLibrary);
  if (!path) {
    const Diagnostic& why = path.error();
    return std::unexpected(
        CompilerTrouble{why.hint.empty() ? why.message : fmt::format("{} ({})", why.message, why.hint), {}});
  }
  void* library = ::dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  void* make = library == nullptr ? nullptr : ::dlsym(library, kMakeCompiler);
  if (make != nullptr) return reinterpret_cast<MakeCompiler>(make);
  std::string what = ::dlerror();
  const bool lacks_llvm = what.starts_with("libLLVM");  // the loader names the file that it looked for first
  return std::unexpected(CompilerTrouble{std::move(what), lacks_llvm ? EUGENE_LLVM_PACKAGE : ""});
}

// Returns a kernel's name as a symbol, which is also part of a file's name.
std::string make_symbol(std::string_view name, std::span<const std::byte> code) {
  std::string symbol = name.empty() ? fmt::format("kernel_{}", kernel_hash(code)) : std::string(name);
  std::ranges::replace_if(symbol, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return fmt::format("gpu_{}", symbol);  // so that no kernel has the name of a function of the runtime
}

bool has_files(const std::filesystem::path& directory) {
  std::error_code error;
  return std::filesystem::directory_iterator(directory, error) != std::filesystem::directory_iterator();
}

}  // namespace

std::string CompilerTrouble::text() const {
  return package.empty() ? what : fmt::format("{} (apt-get install {})", what, package);
}

bool Compiler::exists() { return true; }

std::optional<CompilerTrouble> Compiler::trouble() {
  auto make = load_library();
  return make ? std::nullopt : std::optional(std::move(make.error()));
}

// Returns null if the library cannot be loaded; met_trouble_ says why.
CodeCompiler* Compiler::library() {
  if (library_ != nullptr) return library_.get();
  if (met_trouble_) return nullptr;
  auto make = load_library();
  if (!make) {
    met_trouble_ = std::move(make.error());
    return nullptr;
  }
  std::unique_ptr<CodeCompiler> made((*make)(options_));
  const std::scoped_lock lock(mutex_);
  library_ = std::move(made);
  if (cancelled_) library_->cancel();
  return library_.get();
}

CompileJob Compiler::job(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const {
  CompileJob job{.kernel = kernel, .thread_channels = thread_channels};
  job.symbol = make_symbol(options_.find_name ? options_.find_name(kernel.bytes()) : std::string(), kernel.bytes());
  // Distinguishes code for different kinds of threads.
  if (thread_channels == eu::ThreadChannels::one)
    job.symbol += "_alone";
  else if (thread_channels != kernel.kernel().prepared().channel_use.thread_channels(~0U))
    job.symbol += "_incomplete";
  if (!options_.dump.empty()) job.dump = options_.dump / fmt::format("{}-{}", job.symbol, kernel_hash(kernel.bytes()));
  return job;
}

std::shared_ptr<const HostCode> Compiler::find(const TieredKernel& kernel, eu::ThreadChannels thread_channels) {
  // A dump shows the steps of compiling, so cached code cannot be used.
  if (options_.cache.empty() || !options_.dump.empty() || !has_files(options_.cache)) return nullptr;
  CodeCompiler* compiler = library();
  return compiler != nullptr ? compiler->find(job(kernel, thread_channels)) : nullptr;
}

Result<std::shared_ptr<const HostCode>> Compiler::compile(const TieredKernel& kernel,
                                                          eu::ThreadChannels thread_channels, KernelPart part,
                                                          bool optimise) {
  CodeCompiler* compiler = library();
  if (compiler == nullptr) return fail(fmt::format("not compiled: {}", met_trouble_->text()));
  CompileJob described = job(kernel, thread_channels);
  described.part = std::move(part);
  described.optimise = optimise;
  if (!described.dump.empty())
    std::ofstream(described.dump.string() + ".asm") << assembly::print(kernel.kernel().program(), assembly::kNative);
  return compiler->compile(described);
}

void Compiler::cancel() {
  const std::scoped_lock lock(mutex_);
  cancelled_ = true;
  if (library_ != nullptr) library_->cancel();
}

}  // namespace eugene::gpu
