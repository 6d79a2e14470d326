#include "gpu/tiers/tier_runner.h"

#include <algorithm>
#include <utility>

#include "gpu/tiers/processor_time.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {
namespace {

// Interpreted instructions between reports of a worker. Reports are rare because all workers update the same count.
constexpr std::uint64_t kPortion = 16'384;
// Max instructions interpreted in one turn: a few milliseconds, which bounds the wait for this worker.
constexpr std::uint64_t kTurn = 16'384;

}  // namespace

void TierRunner::begin(Tiers& tiers, TieredKernel& kernel, eu::ThreadChannels thread_channels, TimeLeft left) {
  tiers_ = &tiers;
  kernel_ = &kernel;
  thread_channels_ = thread_channels;
  left_ = std::move(left);
  interpreted_ = {};
  all_ = {};
  digest_ = 0;
  compiled_runner_.begin(observers_);
  tiers_->begin_work();
  if (code() == nullptr) reported_ = processor_time();
}

void TierRunner::run_observed(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  if (const HostCode* compiled = code(); compiled != nullptr && !observers_->want_interpreter())
    return compiled_runner_.run(*compiled, thread, port, limits, outcome_);
  interpret(thread, port, limits);
}

void TierRunner::interpret(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  const std::uint64_t instructions = thread.instructions_executed;
  const std::uint64_t lanes = thread.lane_operations;
  const eu::RunLimits turn_limits{.instructions = std::min(limits.instructions, kTurn)};
  outcome_ = observers_ == nullptr ? eu::run(kernel_->kernel(), thread, port, turn_limits)
                                   : eu::run_observed(kernel_->kernel(), thread, port, turn_limits, *observers_);
  const TierCounts turn{.threads = outcome_.stop == eu::Stop::end_of_thread ? 1U : 0U,
                        .instructions = thread.instructions_executed - instructions,
                        .lane_operations = thread.lane_operations - lanes};
  interpreted_ += turn;
  unreported_ += turn.instructions;
  if (unreported_ >= kPortion) report();
}

void TierRunner::report() {
  const std::chrono::nanoseconds now = processor_time();
  tiers_->interpreted(*kernel_, {std::exchange(unreported_, 0), now - std::exchange(reported_, now)}, left_());
}

bool TierRunner::runs_batches(const eu::Thread& model) const {
  const HostCode* compiled = code();
  return compiled != nullptr && compiled->runs_batches(model);
}

eu::Outcome& TierRunner::run_batch(eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits) {
  const eu::Batch before = batch;
  compiled_runner_.run_batch(*code(), batch, port, limits, outcome_);
  all_ += {.threads = batch.ended() - before.ended(),
           .instructions = batch.instructions - before.instructions,
           .lane_operations = batch.lane_operations - before.lane_operations};
  digest_ += batch.digest - before.digest;
  return outcome_;
}

void TierRunner::end() {
  if (unreported_ != 0) report();
  tiers_->end_work();
}

}  // namespace eugene::gpu
