// From a kernel to host code, and running that. Two files implement this: compiler_jit.cpp, and compiler_none.cpp for a
// build without the JIT. CMake chooses, and nothing else needs to know.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "base/host_fault.h"
#include "eu/batch.h"
#include "eu/interpreter.h"
#include "eu/observer.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

struct CompilerOptions {
  std::filesystem::path cache;   // directory for compiled code; empty: no cache
  std::filesystem::path dump;    // directory for LLVM's code, the host's and Gen's; empty: none
  eu::Interest observed = {};    // what the observers of all code hear of
  bool keeps_registers = false;  // a thread that has ended holds its registers as after the interpreter
  bool perf_map = false;         // list every kernel for perf in /tmp/perf-PID.map
  // The name of the kernel whose machine code this is, empty where unknown; called from the compiling thread.
  std::function<std::string(std::span<const std::byte>)> name_of;
};

// Finds host code in the cache on disk or compiles it. Used from one thread.
class Compiler {
 public:
  static bool exists();
  // The number of versions in the host code of the kernel, for its compile time: compile_rule.h.
  static unsigned versions(const TieredKernel& kernel, eu::ThreadChannels thread_channels);

  explicit Compiler(CompilerOptions options);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // The code that an earlier run has compiled for these threads; null if there is none.
  std::shared_ptr<const HostCode> find(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  // An error says why the kernel is left to the interpreter.
  Result<std::shared_ptr<const HostCode>> compile(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  // From any thread: a compilation under way fails soon.
  void cancel();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The bytes of host code.
std::size_t host_bytes(const HostCode& code);

// Runs threads in host code, on one worker.
class HostCodeRunner {
 public:
  HostCodeRunner();
  ~HostCodeRunner();
  HostCodeRunner(const HostCodeRunner&) = delete;
  HostCodeRunner& operator=(const HostCodeRunner&) = delete;

  // As jit::Runner's run_attached() and the others. begin() before the first run() of a dispatch.
  // `observers`: null where code is not observed.
  void begin(eu::Observers* observers) {
    attached_ = nullptr;
    observers_ = observers;
  }
  void run(const HostCode& code, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome);
  static bool runs_batches(const HostCode& code, const eu::Thread& model);
  void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome);
  const eu::Batch& batch() const;
  // As jit::Runner's.
  eu::Fault explain(const HostFault& lost);
  const eu::Thread* thread() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  const HostCode* attached_ = nullptr;
  eu::Observers* observers_ = nullptr;
};

}  // namespace eugene::gpu
