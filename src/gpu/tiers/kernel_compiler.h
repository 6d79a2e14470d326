// From a kernel to host code that can be called: out of the cache on disk, or by compiling. One thread uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

struct CompilerOptions {
  std::filesystem::path cache;  // directory for compiled code; empty: it is not kept
  std::filesystem::path dump;   // directory for LLVM's code, the host's and Gen's; empty: none
  bool perf_map = false;        // tell perf of every kernel in /tmp/perf-PID.map
  // The name of the kernel whose machine code this is, empty where unknown; called from the compiling thread.
  std::function<std::string(std::span<const std::byte>)> name_of;
};

class KernelCompiler {
 public:
  // Whether there is a compiler in this build.
  static bool exists();
  // How many versions code for such threads has: compile_rule.h.
  static unsigned versions(const TieredKernel& kernel, eu::Coverage coverage);

  explicit KernelCompiler(CompilerOptions options);
  ~KernelCompiler();
  KernelCompiler(const KernelCompiler&) = delete;
  KernelCompiler& operator=(const KernelCompiler&) = delete;

  // The code for such threads that an earlier run compiled; null if there is none.
  std::unique_ptr<const KernelCode> find(const TieredKernel& kernel, eu::Coverage coverage);
  // An error says why the kernel is left to the interpreter.
  Result<std::unique_ptr<const KernelCode>> compile(const TieredKernel& kernel, eu::Coverage coverage);
  // From any thread: a compilation under way fails soon.
  void cancel();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The bytes of host code.
std::size_t host_bytes(const KernelCode& code);

}  // namespace eugene::gpu
