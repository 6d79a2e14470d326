// Runs threads of a dispatch on one worker, each turn in the best tier there is by then, and counts what each tier did.
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
  // Between begin() and end() are the turns of one dispatch, whose threads need code for `thread_channels` and which
  // will take the processors `left()` from now on. On the host thread that runs them.
  using TimeLeft = std::function<std::chrono::nanoseconds()>;
  void begin(Tiers& tiers, TieredKernel& kernel, eu::ThreadChannels thread_channels, TimeLeft left);
  // Call before begin(): `observers` get the events of threads. Null: threads run unobserved.
  void observe(eu::Observers* observers) { observers_ = observers; }
  // A turn of one thread: as eu::run, with the budget checked at backward branches only where the thread is compiled.
  // The result is good until the next call.
  eu::Outcome& run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
    if (observers_ != nullptr) [[unlikely]] {
      run_observed(thread, port, limits);
    } else if (const HostCode* compiled = code()) {
      compiled_runner_.run(*compiled, thread, port, limits, outcome_);
    } else {
      interpret(thread, port, limits);
    }
    return outcome_;
  }
  // Whether threads that start as `model` can run in batches now.
  bool runs_batches(const eu::Thread& model) const;
  // If so: starts and runs threads of `batch` until no more may start, with end_of_thread, or until one stops for
  // another reason, which is batch.thread then.
  eu::Outcome& run_batch(eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits);
  // During run_batch(): how far the batch has come.
  const eu::Batch& batch() const { return compiled_runner_.batch(); }
  // After compiled code has been left by a jump: why, and the thread that ran.
  eu::Fault explain(const HostFault& lost) { return compiled_runner_.explain(lost); }
  const eu::Thread* thread() const { return compiled_runner_.thread(); }
  // `thread` gets no further turn. Counted once rather than at each turn, which may be a few nanoseconds.
  void count(const eu::Thread& thread, bool has_ended) {
    all_ += {.threads = has_ended ? 1U : 0U,
             .instructions = thread.instructions_executed,
             .lane_operations = thread.lane_operations};
    if (observers_ != nullptr && observers_->interest().digests) digest_ += eu::final_digest(thread);
  }
  void end();

  // From begin() to end().
  const TierCounts& interpreted() const { return interpreted_; }
  TierCounts compiled() const { return all_ - interpreted_; }
  // Of all threads, where observers want that: eu/digest.h.
  std::uint64_t digest() const { return digest_; }

 private:
  const HostCode* code() const { return kernel_->code(thread_channels_); }
  void run_observed(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);
  void interpret(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);
  void report();

  HostCodeRunner compiled_runner_;
  Tiers* tiers_ = nullptr;
  eu::Observers* observers_ = nullptr;
  TieredKernel* kernel_ = nullptr;
  eu::ThreadChannels thread_channels_ = eu::ThreadChannels::any;
  TimeLeft left_;
  std::uint64_t unreported_ = 0;         // instructions interpreted
  std::chrono::nanoseconds reported_{};  // processor time up to which everything has been reported
  TierCounts interpreted_;
  TierCounts all_;  // of both tiers
  std::uint64_t digest_ = 0;
  eu::Outcome outcome_;  // kept: making one takes as long as some kernels
};

}  // namespace eugene::gpu
