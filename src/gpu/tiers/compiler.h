// Compiles kernels to host code, and runs that code. The compiler is a separate library, libeugene_jit.so
// (libraries/compiler/), because loading LLVM takes ten milliseconds and most processes compile nothing. The library is
// loaded when something is compiled for the first time. It implements the classes with virtual functions.
//
// The other classes are implemented by compiler_library.cpp, or by compiler_none.cpp in a build without the JIT. CMake
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
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/host_fault.h"
#include "eu/batch.h"
#include "eu/interpreter.h"
#include "eu/observer.h"
#include "eu/turns.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

struct CompilerOptions {
  std::filesystem::path cache;      // directory for compiled code; empty: no cache
  std::filesystem::path dump;       // directory for LLVM, host and Gen code; empty: none
  eu::Interest observed = {};       // events that the observers of all code need
  unsigned given = 0;               // for code with digests: registers, from r0 on, that threads start with
  bool keeps_registers = false;     // ended threads hold the same registers as after the interpreter
  bool exact_counts = true;         // threads count instructions and lanes as the interpreter does
  bool perf_map = false;            // list every kernel for perf in /tmp/perf-PID.map
  std::string host_cpu = "native";  // processor that code is made for (base/host_cpu.h)
  // The largest code, in LLVM instructions, that is optimised when it is first compiled. Empty: what takes about 3 s.
  std::optional<std::size_t> optimised_up_to = std::nullopt;
  // Returns the name of the kernel with this machine code; empty if unknown. Called by the compiling thread.
  std::function<std::string(std::span<const std::byte>)> find_name;
};

// A kernel to compile, for threads of one kind.
struct CompileJob {
  const TieredKernel& kernel;
  eu::ThreadChannels thread_channels = eu::ThreadChannels::any;
  KernelPart part = {};        // what to compile
  bool optimise = false;       // optimise code of any size
  std::string symbol;          // name of the function
  std::filesystem::path dump;  // path of the dump files, without suffixes; empty: none
};

// Runs threads in host code, on one worker. The functions are like jit::Runner's functions of the same names.
class CodeRunner {
 public:
  virtual ~CodeRunner() = default;
  virtual void attach(const HostCode& code, eu::MessagePort& port, eu::Observers* observers) = 0;
  virtual void run_attached(const HostCode& code, eu::Thread& thread, eu::MessagePort& port,
                            const eu::RunLimits& limits, eu::Outcome& outcome) = 0;
  virtual bool run_turns(const HostCode& code, eu::Round& round, eu::MessagePort& port, eu::Outcome& outcome) = 0;
  virtual void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                         eu::Outcome& outcome, eu::Observers* observers) = 0;
  virtual std::uint64_t take_interpreted() = 0;
  virtual const eu::Batch& batch() const = 0;
  virtual eu::Fault explain(const HostFault& lost) = 0;
  virtual const eu::Thread* thread() const = 0;
  virtual const std::uint32_t* calling() const = 0;
};

// A kernel's code, ready to run.
class HostCode {
 public:
  // `left_out` are the instructions of the kernel that the code does not have.
  HostCode(std::vector<std::uint32_t> left_out, bool is_optimised)
      : left_out_(std::move(left_out)), is_optimised_(is_optimised) {}
  virtual ~HostCode() = default;
  HostCode(const HostCode&) = delete;
  HostCode& operator=(const HostCode&) = delete;

  const std::vector<std::uint32_t>& left_out() const { return left_out_; }
  bool is_part() const { return !left_out_.empty(); }
  // Code of a large kernel is first generated fast, without optimisations.
  bool is_optimised() const { return is_optimised_; }
  virtual std::size_t bytes() const = 0;
  virtual std::span<const std::byte> machine_code() const = 0;  // code that may access memory
  virtual bool runs_batches(const eu::Thread& model) const = 0;
  virtual std::unique_ptr<CodeRunner> make_runner() const = 0;

 private:
  std::vector<std::uint32_t> left_out_;
  bool is_optimised_;
};

// The functions are like Compiler's functions of the same names.
class CodeCompiler {
 public:
  virtual ~CodeCompiler() = default;
  virtual std::shared_ptr<const HostCode> find(const CompileJob& job) = 0;
  virtual Result<std::shared_ptr<const HostCode>> compile(const CompileJob& job) = 0;
  virtual void cancel() = 0;
};

// The function that the library exports, and its name. The caller owns the result. find_name of the options is not
// used.
using MakeCompiler = CodeCompiler* (*)(const CompilerOptions& options);
inline constexpr const char* kMakeCompiler = "eugene_make_compiler";

// The reason why nothing can be compiled, and the Debian package with the missing part; empty if that is unknown.
struct CompilerTrouble {
  std::string what;
  std::string package;

  std::string text() const;  // reason and package, in one line
  // The line that users see: kernels are interpreted, and why.
  std::string remark() const {
    return "kernels are interpreted, which is slower, because they cannot be compiled: " + text();
  }
};

// Finds host code in the cache on disk or compiles it. Must be used by one thread.
class Compiler {
 public:
  static bool exists();
  // Loads the library. Returns nothing if it can compile.
  static std::optional<CompilerTrouble> trouble();

  explicit Compiler(CompilerOptions options) : options_(std::move(options)) {}
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // Returns the code that an earlier run has compiled for these threads; null if there is none.
  std::shared_ptr<const HostCode> find(const TieredKernel& kernel, eu::ThreadChannels thread_channels);
  // Compiles `part` of the kernel. `optimise`: optimises code of any size. An error says why the kernel is left to the
  // interpreter.
  Result<std::shared_ptr<const HostCode>> compile(const TieredKernel& kernel, eu::ThreadChannels thread_channels,
                                                  KernelPart part, bool optimise = false);
  // May be called by any thread. Makes the current compilation fail soon, and all later ones.
  void cancel();
  // The trouble that find() or compile() had with the library; null if there was none yet.
  const CompilerTrouble* compiler_error() const { return met_trouble_ ? &*met_trouble_ : nullptr; }

 private:
  CodeCompiler* library();
  CompileJob job(const TieredKernel& kernel, eu::ThreadChannels thread_channels) const;

  CompilerOptions options_;
  std::unique_ptr<CodeCompiler> library_;
  std::optional<CompilerTrouble> met_trouble_;
  std::mutex mutex_;  // guards writes of `library_`, for cancel(), and `cancelled_`
  bool cancelled_ = false;
};

// Runs threads in host code, on one worker.
class HostCodeRunner {
 public:
  HostCodeRunner() = default;
  HostCodeRunner(const HostCodeRunner&) = delete;
  HostCodeRunner& operator=(const HostCodeRunner&) = delete;

  // run(), run_turns() and run_batch() are like jit::Runner's. begin() must be called before the first run of a
  // dispatch. `observers` is null if code is not observed.
  void begin(eu::Observers* observers) {
    attached_ = nullptr;
    observers_ = observers;
    if (runner_ != nullptr) (void)runner_->take_interpreted();  // of an earlier dispatch
  }
  void run(const HostCode& code, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome) {
    if (attached_ != &code) [[unlikely]]
      attach(code, port);
    runner_->run_attached(code, thread, port, limits, outcome);
  }
  bool run_turns(const HostCode& code, eu::Round& round, eu::MessagePort& port, eu::Outcome& outcome) {
    if (attached_ != &code) [[unlikely]]
      attach(code, port);
    return runner_->run_turns(code, round, port, outcome);
  }
  void run_batch(const HostCode& code, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome) {
    attached_ = nullptr;
    enter(code);
    // Only observers that keep digests are needed, for instructions that compiled code leaves to the interpreter.
    const bool has_digests = observers_ != nullptr && observers_->interest().digests;
    runner_->run_batch(code, batch, port, limits, outcome, has_digests ? observers_ : nullptr);
  }
  // Returns how many instructions run(), run_turns() and run_batch() have left to the interpreter since the last call.
  std::uint64_t take_interpreted() { return runner_->take_interpreted(); }
  // May be called during run_batch().
  const eu::Batch& batch() const { return runner_->batch(); }
  // May be called after code has run. Like jit::Runner's.
  eu::Fault explain(const HostFault& lost) {
    attached_ = nullptr;
    return runner_->explain(lost);
  }
  // The thread that ran last; null if none has run.
  const eu::Thread* thread() const { return runner_ == nullptr ? nullptr : runner_->thread(); }

 private:
  void enter(const HostCode& code) {
    if (runner_ == nullptr) runner_ = code.make_runner();
    enter_compiled_code(code.machine_code().data(), code.machine_code().size(), runner_->calling());
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
