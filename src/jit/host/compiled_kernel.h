// Kernels as host code, and the runner of threads on them: the JIT's counterpart of eu/interpreter.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/host/host_compiler.h"

namespace eugene::jit {

// A kernel's code as it can be kept on disk: an object file with function `name`, and where threads can be in it.
struct KernelObject {
  std::string name;
  std::vector<std::byte> object;
  std::vector<std::uint32_t> entries;  // instructions it can be entered before
  std::vector<std::uint32_t> joins;    // instructions where channels may wait, ascending
  bool operator==(const KernelObject&) const = default;
};

struct CompiledKernel {
  eu::Kernel kernel;
  LoadedCode loaded;
  Code code = nullptr;
  static constexpr std::uint64_t kNoEntry = ~std::uint64_t{0};
  std::vector<std::uint64_t> entry_control;  // by instruction: cr0.0 that threads which enter there must have
  std::vector<bool> is_entry;                // by instruction: code can be entered there
  std::vector<std::uint32_t> joins;          // instructions where channels may wait, ascending
  bool in_batches = false;                   // its threads may run in batches
};

// Makes the runtime's functions known to compiled code; once for each compiler.
void define_runtime(HostCompiler& compiler);

// Compiles `kernel` for such threads; its function is called `name`.
Result<KernelObject> compile_object(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                                    const std::string& name, const Inspection& inspect = {});

// Makes what compile_object() gave for the same `kernel` and `control`, in this process or another, ready to run.
Result<CompiledKernel> load(HostCompiler& compiler, const eu::Kernel& kernel, std::uint32_t control,
                            const KernelObject& object);

// Both, for code that is run once.
Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions);

// Runs threads of compiled kernels; one for each host worker, so that nothing is allocated for a thread.
class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // As eu::run, with the same results; the budget is checked at backward branches only. The host's rounding mode must
  // be FE_TONEAREST, and is afterwards.
  eu::Outcome run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                  const eu::RunLimits& limits = {}) {
    eu::Outcome outcome;
    run(compiled, thread, port, limits, outcome);
    return outcome;
  }
  // The same into an Outcome of the caller: making a new one for each thread takes as long as some kernels.
  void run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome);

  // For turns of threads of one kernel, which are often shorter than run() is: one attach(), then run_attached() with
  // the same kernel and port, until the port begins another dispatch or group or something else runs here. The outcome
  // of a thread that waits does not say for which notification.
  void attach(const CompiledKernel& compiled, eu::MessagePort& port);
  void run_attached(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                    const eu::RunLimits& limits, eu::Outcome& outcome);

  // Can threads that start as `model` run in batches?
  static bool runs_batches(const CompiledKernel& compiled, const eu::Thread& model);
  // Starts and runs threads of `batch`, of which runs_batches() holds, with `limits` for each of them. Returns once it
  // is done, with end_of_thread, or when a thread has stopped for another reason; that is batch.thread then.
  void run_batch(const CompiledKernel& compiled, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome);

 private:
  std::uint32_t enter(const CompiledKernel& compiled, eu::Thread& thread, std::uint64_t budget);
  void finish(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, std::uint64_t budget,
              std::uint32_t why, eu::Outcome& outcome);
  std::uint32_t call(const CompiledKernel& compiled, eu::Thread& thread, std::uint32_t entry);
  void report(const CompiledKernel& compiled, std::uint32_t why, eu::Outcome& outcome);
  void leave_machine();

  MachineOnDemand machine_;
  Frame frame_{.machine = &machine_};

  eu::WindowTable no_windows_;          // for ports that have none: stays empty
  std::vector<std::uint32_t> waiting_;  // channels parked at each join point; all zero between runs
};

}  // namespace eugene::jit
