#include "gpu/tiers/tier_runner.h"

#include <utility>

#include "gpu/tiers/processor_time.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {
namespace {

// Instructions after which a worker reports what it has interpreted: the count is shared by all workers.
constexpr std::uint64_t kPortion = 16'384;

}  // namespace

void TierRunner::begin(Tiers& tiers, TieredKernel& kernel, eu::ThreadChannels thread_channels, TimeLeft left) {
  tiers_ = &tiers;
  kernel_ = &kernel;
  thread_channels_ = thread_channels;
  left_ = std::move(left);
  interpreted_ = {};
  compiled_ = {};
  compiled_runner_.begin();
  tiers_->begin_work();
  if (code() == nullptr) reported_ = processor_time();
}

void TierRunner::interpret(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  const std::uint64_t before = thread.instructions_executed;
  outcome_ = eu::run(kernel_->kernel(), thread, port, limits);
  unreported_ += thread.instructions_executed - before;
  if (unreported_ >= kPortion) report();
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
