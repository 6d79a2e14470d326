// Runs threads of a dispatch on one worker, each turn in the best tier available at that time, and counts the work of
// each tier.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "eu/batch.h"
#include "eu/digest.h"
#include "eu/interpreter.h"
#include "gpu/tiers/compiler.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

class Tiers;

class TierRunner {
 public:
  // Begins a dispatch, whose turns run until end(), on the host thread that runs them. The threads need code for
  // `thread_channels`. `left()` returns the processor time that the dispatch still needs.
  using TimeLeft = std::function<std::chrono::nanoseconds()>;
  void begin(Tiers& tiers, TieredKernel& kernel, eu::ThreadChannels thread_channels, TimeLeft left);
  // Must be called before begin(). `observers` receive the events of threads; null: threads run unobserved.
  void observe(eu::Observers* observers) { observers_ = observers; }
  // Runs a turn of one thread, like eu::run. In compiled code, the budget is checked only at backward branches. The
  // result is valid until the next call.
  eu::Outcome& run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
    if (observers_ != nullptr) [[unlikely]] {
      run_observed(thread, port, limits);
    } else if (const HostCode* compiled = code()) {
      run_compiled(*compiled, thread, port, limits);
    } else {
      interpret(thread, port, limits);
    }
    return outcome_;
  }
  // Returns compiled code that can run many turns of a group now; null if there is none.
  const HostCode* turn_code() const {
    const HostCode* compiled = observers_ == nullptr ? code() : nullptr;
    return compiled != nullptr && !compiled->is_part() ? compiled : nullptr;
  }
  // Gives turns to the threads of `round` in turn_code(). Returns null when the round is complete. Returns the outcome
  // of the last thread that had a turn, if the thread neither waits nor has ended.
  const eu::Outcome* run_turns(const HostCode& turn_code, eu::Round& round, eu::MessagePort& port) {
    return compiled_runner_.run_turns(turn_code, round, port, outcome_) ? nullptr : &outcome_;
  }
  // Whether threads with the model `model` can run in batches now.
  bool runs_batches(const eu::Thread& model) const;
  // Starts and runs threads of `batch`, if runs_batches(). Returns end_of_thread when no more threads may start.
  // Otherwise returns the reason why a thread stopped; batch.thread is then that thread.
  eu::Outcome& run_batch(eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits);
  // Progress of the batch, during run_batch().
  const eu::Batch& batch() const { return compiled_runner_.batch(); }
  // May be called after compiled code has been left by a jump: the reason, and the thread that ran.
  eu::Fault explain(const HostFault& lost) { return compiled_runner_.explain(lost); }
  const eu::Thread* thread() const { return compiled_runner_.thread(); }
  // Counts the work of `thread`, which gets no further turn. Counting at each turn would cost too much, as a turn may
  // take only a few nanoseconds.
  void count(const eu::Thread& thread, bool has_ended) {
    all_ += {.threads = has_ended ? 1U : 0U,
             .instructions = thread.instructions_executed,
             .lane_operations = thread.lane_operations};
    if (observers_ != nullptr && observers_->interest().digests) digest_ += eu::final_digest(thread);
  }
  void end();

  // Work from begin() to end().
  const TierCounts& interpreted() const { return interpreted_; }
  TierCounts compiled() const { return all_ - interpreted_; }
  // Sum of the threads' digests, if observers ask for digests: eu/digest.h.
  std::uint64_t digest() const { return digest_; }

 private:
  const HostCode* code() const { return kernel_->code(thread_channels_); }
  void run_compiled(const HostCode& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
    if (compiled.is_part()) [[unlikely]]
      return run_part(compiled, thread, port, limits);
    compiled_runner_.run(compiled, thread, port, limits, outcome_);
  }
  void run_part(const HostCode& part, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);
  void count_strays();
  void report_strays();
  void run_observed(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);
  void interpret(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);
  void report();

  HostCodeRunner compiled_runner_;
  Tiers* tiers_ = nullptr;
  eu::Observers* observers_ = nullptr;
  TieredKernel* kernel_ = nullptr;
  eu::ThreadChannels thread_channels_ = eu::ThreadChannels::any;
  TimeLeft left_;
  eu::Visits visits_;             // how often instructions were interpreted, if the kernel is long
  std::uint64_t strays_ = 0;      // instructions that code of a part has left to the interpreter since the last report
  std::uint64_t unreported_ = 0;  // interpreted instructions that have not been reported
  std::chrono::nanoseconds reported_{};  // processor time of the last report
  TierCounts interpreted_;
  TierCounts all_;  // work in both tiers
  std::uint64_t digest_ = 0;
  eu::Outcome outcome_;  // kept between turns: constructing one takes as long as some kernels
};

}  // namespace eugene::gpu
