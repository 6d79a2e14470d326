// Runs threads on compiled code: the JIT's counterpart of eu/interpreter.h.
//
// Everything that one turn of a thread executes is inline, because a turn between two barriers may be shorter than a
// call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/host_fault.h"
#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

// Runs threads of compiled kernels; one for each host worker, so that nothing is allocated for a thread.
class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // As eu::run, with the same results; the budget is checked at backward branches only. The host's rounding mode must
  // be FE_TONEAREST, and is afterwards.
  eu::Outcome run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                  const eu::RunLimits& limits = {}, eu::Observers* observers = nullptr) {
    eu::Outcome outcome;
    run(compiled, thread, port, limits, outcome, observers);
    return outcome;
  }
  // As above, into an Outcome of the caller: constructing one for each thread takes as long as some kernels.
  void run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome, eu::Observers* observers = nullptr);

  // For turns of threads of one kernel, which are often shorter than run() is: one attach(), then run_attached() with
  // the same kernel and port, until the port begins another dispatch or group or something else runs here. The outcome
  // of a thread that waits does not say for which notification. `observers`: of code that is observed, and of nothing
  // else.
  void attach(const CompiledKernel& compiled, eu::MessagePort& port, eu::Observers* observers = nullptr);
  void run_attached(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                    const eu::RunLimits& limits, eu::Outcome& outcome) {
    const std::uint64_t budget = budget_of(thread, limits);
    const std::uint32_t why = enter(compiled, thread, budget);
    if (why == static_cast<std::uint32_t>(eu::Stop::waiting) && frame_.has_state == 0) {
      outcome.stop = eu::Stop::waiting;
      outcome.fault.reset();
      return;
    }
    finish(compiled, thread, port, budget, why, outcome);
  }

  // Can threads that start as `model` run in batches?
  static bool runs_batches(const CompiledKernel& compiled, const eu::Thread& model);
  // Starts and runs threads of `batch`, of which runs_batches() holds, with `limits` for each of them. Returns once it
  // is done, with end_of_thread, or when a thread has stopped for another reason; that is batch.thread then.
  void run_batch(const CompiledKernel& compiled, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome, eu::Observers* observers = nullptr);
  // During run_batch(): which thread runs. The sums are of some time ago.
  const eu::Batch& batch() const { return frame_.batch; }
  // After an access to the host's memory has failed in the code that was attached last and the jump out of it
  // (base/host_fault.h): the fault. Registers and counts of the thread that ran are lost.
  eu::Fault explain(const HostFault& lost);
  // That thread; null where none has run.
  const eu::Thread* thread() const { return frame_.thread; }

 private:
  static std::uint64_t budget_of(const eu::Thread& thread, const eu::RunLimits& limits) {
    const std::uint64_t start = thread.instructions_executed;
    return start + std::min(limits.instructions, ~std::uint64_t{0} - start);
  }
  // Resumes `thread`, if it is at an entry of compiled code: a Stop, or kInterpret where the interpreter has to
  // continue.
  std::uint32_t enter(const CompiledKernel& compiled, eu::Thread& thread, std::uint64_t budget) {
    const std::optional<std::uint32_t> index = compiled.kernel.prepared().index_at(thread.ip);
    if (!index || *index >= compiled.entry_control.size() || compiled.entry_control[*index] != thread.control[0])
      return kInterpret;
    frame_.thread = &thread;
    // Only an ExecutionState knows whether an exception is pending, and few threads have had any.
    if (eu::has_exceptions(thread) && frame_.get_state().exception_pending) return kInterpret;
    if (thread.running != thread.dispatched && !take_waiting(compiled, thread)) return kInterpret;
    frame_.budget = budget;
    return call(compiled, thread, *index);
  }
  void finish(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, std::uint64_t budget,
              std::uint32_t why, eu::Outcome& outcome);
  // Calls compiled code; frame_.thread is afterwards the thread that ran last.
  std::uint32_t call(const CompiledKernel& compiled, eu::Thread& thread, std::uint32_t entry) {
    const std::uint32_t why = compiled.code(&frame_, &thread, waiting_.data(), entry);
    if (frame_.thread->running != frame_.thread->dispatched) give_waiting(compiled, *frame_.thread);
    return why;
  }
  bool take_waiting(const CompiledKernel& compiled, const eu::Thread& thread);
  void give_waiting(const CompiledKernel& compiled, eu::Thread& thread);
  void report(const CompiledKernel& compiled, std::uint32_t why, eu::Outcome& outcome);
  void leave_state();

  const CompiledKernel* attached_ = nullptr;
  eu::MessagePort* port_ = nullptr;
  ExecutionStateOnDemand state_;
  Frame frame_{.state = &state_};

  eu::WindowTable no_windows_;          // for ports that have none: stays empty
  std::vector<std::uint32_t> waiting_;  // channels parked at each join point; all zero between runs
};

}  // namespace eugene::jit
