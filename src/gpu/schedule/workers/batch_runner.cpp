#include "gpu/schedule/workers/batch_runner.h"

#include <vector>

#include "gpu/schedule/workers/suspension.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

BatchRunner::BatchRunner(WorkerRun& run, GroupThreads& threads, GroupTurns& turns)
    : run_(run),
      threads_(threads),
      turns_(turns),
      payload_(*run.job.work->payload),
      is_independent_((!run.job.is_observed() || run.worker.observers.take_batches()) && !run.job.shuffled &&
                      run.job.work->slm_bytes == 0 && payload_.runs_in_batches()) {}

bool BatchRunner::is_ready() const { return is_independent_ && run_.worker.runner.runs_batches(run_.worker.models[0]); }

bool BatchRunner::run(const GroupRange& range) {
  const Job& job = run_.job;
  Worker& worker = run_.worker;
  std::vector<GroupId>& groups = worker.batch_groups;
  groups.clear();
  GroupId group = run_.group;
  for (std::uint64_t index = range.first; index < range.end; ++index) {
    if (index != range.first) payload_.advance(group, index);
    groups.push_back(group);
  }
  first_of_batch_ = range.first;
  eu::Batch batch{.threads = &worker.threads[0],
                  .models = worker.models.data(),
                  .groups = groups.data(),
                  .models_id = worker.models_id,
                  .thread_bytes = static_cast<std::uint32_t>(eu::thread_bytes(worker.threads.variable_registers())),
                  .threads_of_group = job.threads,
                  .group_count = static_cast<std::uint32_t>(groups.size()),
                  .starter = payload_.differs_in_dwords_alone() ? nullptr : this};
  while (batch.group != batch.group_count) {
    follow(batch, range.first);
    if (!run_.may_start()) {
      leave(batch, range);
      return false;
    }
    threads_.begin_batch();
    const eu::Outcome& outcome = run_threads(batch, range.first);
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    follow(batch, range.first);
    if (!finish_group(batch, outcome, range)) return false;
  }
  return true;
}

void BatchRunner::start(std::uint32_t group, std::uint32_t thread, eu::Thread& to) {
  const GroupStart start{first_of_batch_ + group, run_.worker.batch_groups[group]};
  payload_.start(start, thread, to, *run_.worker.port);
}

// Makes the batch's next group the current group.
void BatchRunner::follow(const eu::Batch& batch, std::uint64_t first) {
  run_.position.set(first + batch.group);
  run_.group = run_.worker.batch_groups[batch.group];
}

eu::Outcome& BatchRunner::run_threads(eu::Batch& batch, std::uint64_t first) {
  const std::uint64_t instructions = batch.instructions;
  const std::uint64_t groups = batch.group;
  batch.limit = instructions + run_.meter.report_limit();
  run_.position.follow_batch(first, run_.worker.runner);
  eu::Outcome& outcome =
      run_.worker.runner.run_batch(batch, *run_.worker.port, {.instructions = run_.meter.limit(GroupTurns::kSlice)});
  run_.position.set(first + batch.group);
  run_.meter.count(batch.instructions - instructions);
  run_.meter.count_groups(batch.group - groups);
  return outcome;
}

// Finishes the current group after one of its threads has stopped. The batch continues after the group.
bool BatchRunner::finish_group(eu::Batch& batch, const eu::Outcome& outcome, const GroupRange& range) {
  const unsigned stopped = batch.thread;
  run_.meter.count(run_.worker.threads[stopped].instructions_executed);
  threads_.begin(stopped + 1, stopped);
  if (run_.job.is_observed()) run_.tell_group_begins();
  if (turns_.run_after(stopped, outcome) == GroupEnd::preempted) {
    leave_group(run_, range.end);
    return false;
  }
  threads_.end();
  batch.thread = 0;
  ++batch.group;
  return true;
}

// Leaves the batch because no new thread may start. If threads of the current group have already ended and the work is
// preempted, the group's other threads are started all the same: to be suspended, or to end if groups must not be
// suspended.
void BatchRunner::leave(const eu::Batch& batch, const GroupRange& range) {
  const std::uint64_t index = run_.position.index();
  if (batch.thread == 0) return leave_groups(run_, {index, range.end});
  if (!run_.job.is_preempted()) return;
  threads_.begin(batch.thread, batch.thread);
  const GroupEnd end = run_.job.preemptions.leave_groups ? GroupEnd::preempted : turns_.run(batch.thread);
  if (end == GroupEnd::preempted) return leave_group(run_, range.end);
  threads_.end();
  leave_groups(run_, {index + 1, range.end});
}

}  // namespace eugene::gpu
