// From a kernel to host code, and running that. The compiler is a library of its own, libeugene_jit.so
// (libraries/compiler/), because loading LLVM takes ten milliseconds and most processes compile nothing. It is loaded
// when something is to be compiled for the first time. The classes with virtual functions are what it implements.
//
// Two files implement the others: compiler_library.cpp, and compiler_none.cpp for a build without the JIT. CMake
// chooses, and nothing else needs to know.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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
  std::filesystem::path cache;      // directory for compiled code; empty: no cache
  std::filesystem::path dump;       // directory for LLVM's code, the host's and Gen's; empty: none
  eu::Interest observed = {};       // events that the observers of all code need
  unsigned given = 0;               // registers from r0 on with which threads start, where code keeps digests
  bool keeps_registers = false;     // a thread that has ended holds its registers as after the interpreter
  bool perf_map = false;            // list every kernel for perf in /tmp/perf-PID.map
  std::string host_cpu = "native";  // that code is made for (base/host_cpu.h)
  // The name of the kernel whose machine code this is, empty where unknown; called from the compiling thread.
  std::function<std::string(std::span<const std::byte>)> name_of;
};

// A kernel to be compiled, for threads of one kind.
struct CompileJob {
  const TieredKernel& kernel;
  eu::ThreadChannels thread_channels = eu::ThreadChannels::any;
  std::string symbol;          // its function's
  std::filesystem::path dump;  // files of this name, with suffixes, get the code; empty: none
};

// Runs threads in host code, on one worker. As jit::Runner's functions of the same names.
class CodeRunner {
 public:
  virtual ~CodeRunner() = default;
  virtual void attach(const HostCode& code, eu::MessagePort& port, eu::Observers* observers) = 0;
  virtual void run_attached(const HostCode& code, eu::Thread& thread, eu::MessagePort& port,
                            const eu::RunLimits& limits, eu::Outcome& outcome) = 0;
  virtual void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                         eu::Outcome& outcome, eu::Observers* observers) = 0;
  virtual const eu::Batch& batch() const = 0;
  virtual eu::Fault explain(const HostFault& lost) = 0;
  virtual const eu::Thread* thread() const = 0;
};

// A kernel's code, ready to run.
class HostCode {
 public:
  virtual ~HostCode() = default;
  virtual std::size_t bytes() const = 0;
  virtual std::span<const std::byte> machine_code() const = 0;  // where it may access memory
  virtual bool runs_batches(const eu::Thread& model) const = 0;
  virtual std::unique_ptr<CodeRunner> make_runner() const = 0;
};

// As Compiler's functions of the same names.
class CodeCompiler {
 public:
  virtual ~CodeCompiler() = default;
  virtual std::shared_ptr<const HostCode> find(const CompileJob& job) = 0;
  virtual Result<std::shared_ptr<const HostCode>> compile(const CompileJob& job) = 0;
  virtual void cancel() = 0;
};

// The function that the library exports, and its name. The caller owns the result; the options' name_of is not used.
using MakeCompiler = CodeCompiler* (*)(const CompilerOptions& options);
inline constexpr const char* kMakeCompiler = "eugene_make_compiler";

// Why nothing can be compiled, and the package of Debian that has what is missing; empty where that is not known.
struct CompilerTrouble {
  std::string what;
  std::string package;

  std::string text() const;  // both, in one line
  // Returns the line that users see: kernels are interpreted, and why.
  std::string remark() const {
    return "kernels are interpreted, which takes longer, as none can be compiled: " + text();
  }
};

// Finds host code in the cache on disk or compiles it. Used from one thread.
class Compiler {
 public:
  static bool exists();
  // Loads the library. Nothing: it can compile.
  static std::optional<CompilerTrouble> trouble();

  explicit Compiler(CompilerOptions options) : options_(std::move(options)) {}
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // The code that an earlier run has compiled for these threads; null if there is none.
  std::shared_ptr<const HostCode> find(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  // An error says why the kernel is left to the interpreter.
  Result<std::shared_ptr<const HostCode>> compile(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  // From any thread: a compilation under way fails soon, and so do later ones.
  void cancel();
  // The trouble that find() or compile() had with the library; null: none yet.
  const CompilerTrouble* met_trouble() const { return met_trouble_ ? &*met_trouble_ : nullptr; }

 private:
  CodeCompiler* library();
  CompileJob job(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const;

  CompilerOptions options_;
  std::unique_ptr<CodeCompiler> library_;
  std::optional<CompilerTrouble> met_trouble_;
  std::mutex mutex_;  // of `library_` as cancel() sees it, and of what follows
  bool cancelled_ = false;
};

// Runs threads in host code, on one worker.
class HostCodeRunner {
 public:
  HostCodeRunner() = default;
  HostCodeRunner(const HostCodeRunner&) = delete;
  HostCodeRunner& operator=(const HostCodeRunner&) = delete;

  // As jit::Runner's run_attached() and the others. begin() before the first run() of a dispatch.
  // `observers`: null where code is not observed.
  void begin(eu::Observers* observers) {
    attached_ = nullptr;
    observers_ = observers;
  }
  void run(const HostCode& code, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome) {
    if (attached_ != &code) [[unlikely]]
      attach(code, port);
    runner_->run_attached(code, thread, port, limits, outcome);
  }
  void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome) {
    attached_ = nullptr;
    enter(code);
    // What is left to the interpreter need not be told of, unless it adds to digests.
    const bool has_digests = observers_ != nullptr && observers_->interest().digests;
    runner_->run_batch(code, batch, port, limits, outcome, has_digests ? observers_ : nullptr);
  }
  // During run_batch().
  const eu::Batch& batch() const { return runner_->batch(); }
  // After code has run. As jit::Runner's.
  eu::Fault explain(const HostFault& lost) {
    attached_ = nullptr;
    return runner_->explain(lost);
  }
  // Null where none has run.
  const eu::Thread* thread() const { return runner_ == nullptr ? nullptr : runner_->thread(); }

 private:
  void enter(const HostCode& code) {
    if (runner_ == nullptr) runner_ = code.make_runner();
    enter_compiled_code(code.machine_code().data(), code.machine_code().size());
  }
  void attach(const HostCode& code, eu::MessagePort& port) {
    enter(code);
    runner_->attach(code, port, observers_);
    attached_ = &code;
  }

  std::unique_ptr<CodeRunner> runner_;  // made for the first code
  const HostCode* attached_ = nullptr;
  eu::Observers* observers_ = nullptr;
};

}  // namespace eugene::gpu
