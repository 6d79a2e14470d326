// Runs threads on compiled code: the JIT's counterpart of eu/interpreter.h.
//
// The functions for one turn of a thread are inline, because a turn between two barriers may take less time than a
// call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/host_fault.h"
#include "eu/interpreter.h"
#include "eu/turns.h"
#include "jit/frame.h"
#include "jit/host/compiled_kernel.h"

namespace eugene::jit {

// Runs threads of compiled kernels. Each host worker has one, so that a thread needs no allocation.
class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // Like eu::run, with the same results, but the budget is checked only at backward branches. The host's rounding mode
  // must be FE_TONEAREST before, and is FE_TONEAREST afterwards.
  eu::Outcome run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                  const eu::RunLimits& limits = {}, eu::Observers* observers = nullptr) {
    eu::Outcome outcome;
    run(compiled, thread, port, limits, outcome, observers);
    return outcome;
  }
  // The same, with the caller's Outcome: constructing one for each thread takes as long as some kernels.
  void run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
           eu::Outcome& outcome, eu::Observers* observers = nullptr);

  // For many short turns of threads of one kernel: call attach() once, then run_attached() with the same kernel and
  // port, until the port begins another dispatch or group or this Runner is used otherwise. The outcome of a waiting
  // thread does not contain the notification. `observers` are only for observed code.
  void attach(const CompiledKernel& compiled, eu::MessagePort& port, eu::Observers* observers = nullptr);
  void run_attached(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                    const eu::RunLimits& limits, eu::Outcome& outcome) {
    const std::uint64_t budget = compute_budget(thread, limits);
    visits_ = limits.visits;
    const std::uint32_t why = enter(compiled, thread, budget);
    if (why == static_cast<std::uint32_t>(eu::Stop::waiting) && frame_.has_state == 0) {
      outcome.stop = eu::Stop::waiting;
      outcome.fault.reset();
      return;
    }
    finish(compiled, thread, port, budget, why, outcome);
  }

  // Gives turns to the threads of `round` from `round.next` on, until a thread neither waits nor ends. Returns whether
  // all have had their turns; otherwise `outcome` is of thread `round.next - 1`. Call attach() before, as for
  // run_attached().
  bool run_turns(const CompiledKernel& compiled, eu::Round& round, eu::MessagePort& port, eu::Outcome& outcome);

  // Whether threads that start like `model` can run in batches.
  static bool runs_batches(const CompiledKernel& compiled, const eu::Thread& model);
  // Starts and runs threads of `batch`, with `limits` for each; runs_batches() must be true. Returns end_of_thread when
  // the batch is done, or stops when a thread stops for another reason; batch.thread is then that thread.
  void run_batch(const CompiledKernel& compiled, eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome, eu::Observers* observers = nullptr);
  // During run_batch(): the state of the batch, with the running thread. Its sums may be out of date.
  const eu::Batch& batch() const { return frame_.batch; }
  // Returns the fault for a failed access to the host's memory. Called after the jump out of the code that was attached
  // last (base/host_fault.h). Registers and counts of the thread are lost.
  eu::Fault explain(const HostFault& lost);
  // Returns how many instructions of threads have been interpreted since the last call.
  std::uint64_t take_interpreted() { return std::exchange(interpreted_, 0); }
  // Not 0 while a function runs whose failing accesses explain() can explain, for enter_compiled_code().
  const std::uint32_t* calling() const { return &frame_.calling; }
  // The thread that ran last; null if there was none.
  const eu::Thread* thread() const { return frame_.thread; }

 private:
  static std::uint64_t compute_budget(const eu::Thread& thread, const eu::RunLimits& limits) {
    const std::uint64_t start = thread.instructions_executed;
    return start + std::min(limits.instructions, ~std::uint64_t{0} - start);
  }
  // An entry of compiled code, for threads with this ip and this cr0.0.
  struct Entry {
    std::uint32_t ip = 0;
    std::uint32_t control = 0;
    std::uint32_t index = kNone;

    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    bool is_of(const eu::Thread& thread) const { return thread.ip == ip && thread.control[0] == control; }
  };
  static Entry find_entry(const CompiledKernel& compiled, const eu::Thread& thread) {
    const std::optional<std::uint32_t> index = compiled.kernel.prepared().index_at(thread.ip);
    const bool exists =
        index && *index < compiled.entry_control.size() && compiled.entry_control[*index] == thread.control[0];
    return {thread.ip, thread.control[0], exists ? *index : Entry::kNone};
  }
  // Resumes `thread` if it is at an entry of compiled code. Returns a Stop, or kInterpret if the interpreter must
  // continue.
  std::uint32_t enter(const CompiledKernel& compiled, eu::Thread& thread, std::uint64_t budget) {
    return enter(compiled, thread, budget, find_entry(compiled, thread));
  }
  std::uint32_t enter(const CompiledKernel& compiled, eu::Thread& thread, std::uint64_t budget, const Entry& entry) {
    if (entry.index == Entry::kNone) return kInterpret;
    frame_.thread = &thread;
    // Only an ExecutionState knows whether an exception is pending; few threads ever have one.
    if (eu::has_exceptions(thread) && frame_.get_state().exception_pending) return kInterpret;
    if (thread.running != thread.dispatched && !take_waiting(compiled, thread)) return kInterpret;
    frame_.budget = budget;
    return call(compiled, thread, entry.index);
  }
  void finish(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, std::uint64_t budget,
              std::uint32_t why, eu::Outcome& outcome);
  // Calls compiled code. Afterwards frame_.thread is the thread that ran last.
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
  // The code and the models that the frame's models_state is about.
  struct ModelsKnown {
    Code code = nullptr;
    std::uint32_t id = 0;
    bool operator==(const ModelsKnown&) const = default;
  };
  ModelsKnown models_known_;
  eu::MessagePort* port_ = nullptr;
  ExecutionStateOnDemand state_;
  Frame frame_{.state = &state_};

  eu::Visits* visits_ = nullptr;  // RunLimits::visits of the current run
  std::uint64_t interpreted_ = 0;
  eu::WindowTable no_windows_;          // empty, for ports without windows
  std::vector<std::uint32_t> waiting_;  // channels that wait at each join; all zero between runs
};

}  // namespace eugene::jit
