#include "gpu/tiers/tier_runner.h"

#include <utility>

#include "gpu/tiers/processor_time.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {
namespace {

// Instructions after which a worker reports what it has interpreted: the count is shared by all workers.
constexpr std::uint64_t kPortion = 16'384;

}  // namespace

void TierRunner::begin(Tiers& tiers, TieredKernel& kernel, eu::Coverage coverage, TimeLeft left) {
  tiers_ = &tiers;
  kernel_ = &kernel;
  coverage_ = coverage;
  left_ = std::move(left);
  interpreted_ = {};
  compiled_ = {};
  tiers_->begin_work();
  if (code() == nullptr) reported_ = processor_time();
}

eu::Outcome& TierRunner::run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  const std::uint64_t instructions = thread.instructions_executed;
  const std::uint64_t lanes = thread.lane_operations;
  const HostCode* compiled = code();
  if (compiled != nullptr) {
    compiled_runner_.run(*compiled, thread, port, limits, outcome_);
  } else {
    outcome_ = eu::run(kernel_->kernel(), thread, port, limits);
  }
  TierCounts& counts = compiled != nullptr ? compiled_ : interpreted_;
  counts.threads += outcome_.stop == eu::Stop::end_of_thread ? 1 : 0;
  counts.instructions += thread.instructions_executed - instructions;
  counts.lane_operations += thread.lane_operations - lanes;
  if (compiled != nullptr) return outcome_;
  unreported_ += thread.instructions_executed - instructions;
  if (unreported_ >= kPortion) report();
  return outcome_;
}

void TierRunner::report() {
  const std::chrono::nanoseconds now = processor_time();
  tiers_->interpreted(*kernel_, {std::exchange(unreported_, 0), now - std::exchange(reported_, now)}, left_());
}

bool TierRunner::runs_batches(const eu::Thread& model) const {
  const HostCode* compiled = code();
  return compiled != nullptr && HostCodeRunner::runs_batches(*compiled, model);
}

eu::Outcome& TierRunner::run_batch(eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits) {
  const eu::Batch before = batch;
  compiled_runner_.run_batch(*code(), batch, port, limits, outcome_);
  compiled_.threads += batch.ended() - before.ended();
  compiled_.instructions += batch.instructions - before.instructions;
  compiled_.lane_operations += batch.lane_operations - before.lane_operations;
  if (outcome_.stop != eu::Stop::end_of_thread) {
    const eu::Thread& stopped = batch.threads[batch.thread];
    compiled_.instructions += stopped.instructions_executed;
    compiled_.lane_operations += stopped.lane_operations;
  }
  return outcome_;
}

void TierRunner::end() {
  if (unreported_ != 0) report();
  tiers_->end_work();
}

}  // namespace eugene::gpu
