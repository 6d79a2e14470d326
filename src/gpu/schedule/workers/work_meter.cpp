#include "gpu/schedule/workers/work_meter.h"

#include <random>

namespace eugene::gpu {

WorkMeter::WorkMeter(Job& job, unsigned number) : job_(job) {
  const std::uint64_t often = job.options->preempt_instructions;
  const std::uint64_t so_far = job.preemptions.before + job.preemptions.count;
  if (often == 0 || !job.preemptions.are_allowed || so_far >= job.options->preempt_most) return;
  std::minstd_rand random(static_cast<unsigned>(so_far * job.workers + number + 1));
  until_preempted_ = 1 + random() % (2 * often);
}

void WorkMeter::count_down(std::uint64_t instructions) {
  until_preempted_ -= std::min(until_preempted_ - 1, instructions);
  if (until_preempted_ > 1) return;
  job_.preempt();
  if (!job_.preemptions.leave_groups) until_preempted_ = kNever;
}

void WorkMeter::report() {
  job_.instructions.fetch_add(std::exchange(instructions_, 0), std::memory_order_relaxed);
  job_.groups_done.fetch_add(groups_, std::memory_order_relaxed);
  reported_groups_ += std::exchange(groups_, 0);
}

}  // namespace eugene::gpu
