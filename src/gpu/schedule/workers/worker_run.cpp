#include "gpu/schedule/workers/worker_run.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

bool WorkerRun::may_start() {
  if (!job.may_start(position.index())) return false;
  if (!meter.is_due()) return true;
  if (!meter.is_late()) return !job.is_preempted();
  report_fault(0, {.what = "the dispatch did not end within the time limit"},
               fmt::format("{} of {} groups are done; use a larger --timeout SECONDS to let it finish",
                           job.groups_done.load(), job.groups));
  return false;
}

void WorkerRun::tell_group_begins() {
  const std::uint64_t index = position.index();
  if (told_ == index) return;
  tell_group_ends();
  told_ = index;
  worker.observers.tell(&eu::Observer::group_begins,
                        eu::StartedGroup{.index = index,
                                         .threads = worker.threads,
                                         .count = job.threads,
                                         .local = {worker.slm.get(), job.work->slm_bytes}});
}

void WorkerRun::tell_group_ends() {
  if (told_) worker.observers.tell(&eu::Observer::group_ends);
  told_.reset();
}

void WorkerRun::recovers(const eu::Thread& thread, const eu::Recovery& recovery) {
  const std::uint64_t index = position.index();
  const std::uint32_t ip = recovery.fault.ip;
  GroupFault found = make_fault(*job.work, index, worker.threads.find_index(thread), recovery.fault);
  found.fault.effect = recovery.effect;
  result_.add_recovered(ip, std::move(found));
}

void WorkerRun::report_fault(unsigned thread, eu::Fault fault, std::string hint) {
  const std::uint64_t index = position.index();
  job.end_at(index);
  GroupFault found = make_fault(*job.work, index, thread, std::move(fault));
  found.fault.hint = std::move(hint);
  result_.add_fault(std::move(found));
}

void WorkerRun::report_lost_memory(const HostFault& lost) {
  const eu::Thread* thread = worker.runner.thread();
  report_fault(thread == nullptr ? 0 : static_cast<unsigned>(worker.threads.find_index(*thread)),
               worker.runner.explain(lost));
}

WorkerResult WorkerRun::take_result() {
  meter.report();
  result_.groups = meter.reported_groups();
  result_.interpreted = worker.runner.interpreted();
  result_.compiled = worker.runner.compiled();
  result_.digest = worker.runner.digest();
  return std::move(result_);
}

}  // namespace eugene::gpu
