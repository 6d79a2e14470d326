#include "gpu/schedule/workers/suspension.h"

#include <algorithm>
#include <utility>

#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

void leave_groups(WorkerRun& run, GroupRange rest) {
  if (!run.job.is_preempted() || rest.is_empty()) return;
  run.job.slots[run.number].work = {.group = std::nullopt, .rest = rest};
}

SuspendedGroup copy_group(WorkerRun& run) {
  const Job& job = run.job;
  Worker& worker = run.worker;
  SuspendedGroup group{.index = run.position.index(),
                       .counted = run.counted,
                       .barrier = worker.barrier,
                       .fused_threads = worker.fused_threads,
                       .named_barriers = worker.named_barriers,
                       .order = run.order};
  group.threads = eu::ThreadBlock(job.threads, worker.threads.variable_registers());
  group.threads.copy(worker.threads, job.threads);
  group.states.assign(worker.states.begin(), worker.states.begin() + job.threads);
  if (worker.slm != nullptr) group.slm.assign(worker.slm.get(), worker.slm.get() + job.work->slm_bytes);
  group.barrier.move(worker.threads, group.threads);
  return group;
}

void leave_group(WorkerRun& run, std::uint64_t end) {
  const std::uint64_t index = run.position.index();
  run.job.slots[run.number].work = {.group = copy_group(run), .rest = {.first = index + 1, .end = end}};
}

void restore_group(WorkerRun& run, const SuspendedGroup& group) {
  Worker& worker = run.worker;
  run.position.set(group.index);
  run.group = run.job.work->payload->dwords(group.index);
  run.counted = group.counted;
  worker.threads.copy(group.threads, run.job.threads);
  std::ranges::copy(group.states, worker.states.begin());
  std::ranges::copy(group.slm, worker.slm.get());
  worker.barrier = group.barrier;
  worker.barrier.move(group.threads, worker.threads);
  worker.fused_threads = group.fused_threads;
  worker.named_barriers = group.named_barriers;
  run.order = group.order;
}

}  // namespace eugene::gpu
