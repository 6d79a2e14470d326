#include "gpu/tiers/tier_runner.h"

#include <algorithm>
#include <utility>

#include "eu/prepared_op.h"
#include "gpu/tiers/processor_time.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {
namespace {

// Interpreted instructions between reports of a worker. Reports are rare because all workers update the same count.
constexpr std::uint64_t kPortion = 16'384;
// Max instructions interpreted in one turn: a few milliseconds, which bounds the wait for this worker.
constexpr std::uint64_t kTurn = 16'384;

eu::Visits* null_if_empty(eu::Visits& visits) { return visits.empty() ? nullptr : &visits; }

}  // namespace

void TierRunner::begin(Tiers& tiers, TieredKernel& kernel, eu::ThreadChannels thread_channels, TimeLeft left) {
  tiers_ = &tiers;
  kernel_ = &kernel;
  thread_channels_ = thread_channels;
  left_ = std::move(left);
  interpreted_ = {};
  all_ = {};
  digest_ = 0;
  const bool counts = tiers.compiles_parts(kernel) && (code() == nullptr || code()->is_part());
  visits_.assign(counts ? kernel.kernel().prepared().ops.size() : 0, 0);
  compiled_runner_.begin(observers_);
  tiers_->begin_work();
  if (code() == nullptr) reported_ = processor_time();
}

void TierRunner::run_observed(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  if (const HostCode* compiled = code(); compiled != nullptr && !observers_->want_interpreter())
    return run_compiled(*compiled, thread, port, limits);
  interpret(thread, port, limits);
}

// Runs code that may leave much to the interpreter, and counts what it leaves.
void TierRunner::run_part(const HostCode& part, eu::Thread& thread, eu::MessagePort& port,
                          const eu::RunLimits& limits) {
  const eu::RunLimits marked{.instructions = limits.instructions, .visits = null_if_empty(visits_)};
  compiled_runner_.run(part, thread, port, marked, outcome_);
  count_strays();
}

void TierRunner::count_strays() {
  strays_ += compiled_runner_.take_interpreted();
  if (strays_ >= kPortion) report_strays();
}

void TierRunner::report_strays() {
  kernel_->take_visits(visits_);
  tiers_->strayed(*kernel_, std::exchange(strays_, 0), left_());
}

void TierRunner::interpret(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  const std::uint64_t instructions = thread.instructions_executed;
  const std::uint64_t lanes = thread.lane_operations;
  const eu::RunLimits turn_limits{.instructions = std::min(limits.instructions, kTurn),
                                  .visits = null_if_empty(visits_)};
  outcome_ = observers_ == nullptr ? eu::run(kernel_->kernel(), thread, port, turn_limits)
                                   : eu::run_observed(kernel_->kernel(), thread, port, turn_limits, *observers_);
  const TierCounts turn{.threads = outcome_.stop == eu::Stop::end_of_thread ? 1U : 0U,
                        .instructions = thread.instructions_executed - instructions,
                        .lane_operations = thread.lane_operations - lanes};
  if (!visits_.empty() && outcome_.stop == eu::Stop::out_of_budget)
    kernel_->count_turn(thread.running != thread.dispatched);
  interpreted_ += turn;
  unreported_ += turn.instructions;
  if (unreported_ >= kPortion) report();
}

void TierRunner::report() {
  const std::chrono::nanoseconds now = processor_time();
  kernel_->take_visits(visits_);
  tiers_->interpreted(*kernel_, {std::exchange(unreported_, 0), now - std::exchange(reported_, now)}, left_());
}

bool TierRunner::runs_batches(const eu::Thread& model) const {
  const HostCode* compiled = code();
  return compiled != nullptr && compiled->runs_batches(model);
}

eu::Outcome& TierRunner::run_batch(eu::Batch& batch, eu::MessagePort& port, const eu::RunLimits& limits) {
  const eu::Batch before = batch;
  const HostCode& compiled = *code();
  const eu::RunLimits marked{.instructions = limits.instructions, .visits = null_if_empty(visits_)};
  compiled_runner_.run_batch(compiled, batch, port, marked, outcome_);
  if (compiled.is_part()) count_strays();
  all_ += {.threads = batch.ended() - before.ended(),
           .instructions = batch.instructions - before.instructions,
           .lane_operations = batch.lane_operations - before.lane_operations};
  digest_ += batch.digest - before.digest;
  return outcome_;
}

void TierRunner::end() {
  if (unreported_ != 0) report();
  if (strays_ != 0) report_strays();
  tiers_->end_work();
}

}  // namespace eugene::gpu
