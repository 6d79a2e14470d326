#include "gpu/schedule/workers/group_runner.h"

#include <memory>
#include <utility>

#include "gpu/schedule/workers/suspension.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

WorkerResult GroupRunner::run() {
  Job& job = run_.job;
  TierRunner& runner = run_.worker.runner;
  job.begin_work();
  runner.begin(*job.program.tiers, *job.program.kernel, job.thread_channels, [&job] { return job.time_left(); });
  if (const auto lost = trap_faults_of_compiled_code([this] { run_all(); })) [[unlikely]]
    run_.report_lost_memory(*lost);
  runner.end();
  return run_.take_result();
}

// Runs, in order: the work that this worker left when it was preempted; new groups from the queue; and finally the work
// left by workers that do not take part this time.
void GroupRunner::run_all() {
  Job& job = run_.job;
  if (!run_left()) return;
  while (const auto range = job.take_groups()) {
    if (!run_range(*range)) return;
  }
  for (run_.number = 0; run_.number != job.workers; ++run_.number) {
    if (!job.slots[run_.number].has_work || job.slots[run_.number].taken) continue;
    threads_.drop_models();
    if (!run_left() && job.is_preempted()) return;
  }
}

// Returns false if no more groups shall run, or another worker has taken the work.
bool GroupRunner::run_left() {
  Job::Slot& place = run_.job.slots[run_.number];
  if (!place.has_work) return true;
  if (place.taken.exchange(true)) return false;
  const SuspendedWork work = *std::exchange(place.work, std::nullopt);
  if (work.group && run_.job.may_continue(work.group->index)) {
    restore_group(run_, *work.group);
    threads_.drop_models();
    if (turns_.run(0) == GroupEnd::preempted) {
      leave_group(run_, work.rest.end);
      return false;
    }
    threads_.end();
  }
  return work.rest.is_empty() || run_range(work.rest);
}

// Returns false if no more groups shall run.
bool GroupRunner::run_range(const GroupRange& range) {
  const PayloadWriter& payload = *run_.job.work->payload;
  threads_.make_models();
  run_.group = payload.dwords(range.first);
  std::shared_ptr<const eu::GroupState> state;  // initial state of the next group; null: new threads
  for (std::uint64_t index = range.first; index < range.end;) {
    run_.position.set(index);
    if (batches_.is_ready()) {
      const bool goes_on = batches_.run({index, range.end});
      run_.tell_group_ends();
      return goes_on;
    }
    if (!run_.may_start()) {
      leave_groups(run_, {index, range.end});
      return false;
    }
    if (state != nullptr)
      turns_.restore(*std::exchange(state, nullptr));
    else
      threads_.begin();
    const GroupEnd end = run_.job.is_observed() ? run_observed() : turns_.run(0);
    if (end == GroupEnd::preempted) {
      leave_group(run_, range.end);
      return false;
    }
    if (end == GroupEnd::repeated) {
      const eu::Return to = go_back(index);
      index = to.group;
      state = to.state;
      continue;
    }
    threads_.end();
    if (++index < range.end) payload.advance(run_.group, index);
  }
  return true;
}

// Goes back to the point that an observer asks for.
eu::Return GroupRunner::go_back(std::uint64_t index) {
  eu::Observers& observers = run_.worker.observers;
  const eu::Return* wanted = observers.goes_back_to();
  eu::Return to = wanted != nullptr && wanted->group <= index ? *wanted : eu::Return{.group = index};
  observers.tell(&eu::Observer::goes_back, to);
  run_.meter.take_back_groups(index - to.group);
  run_.group = run_.job.work->payload->dwords(to.group);
  return to;
}

// Runs the current group, whose threads have been started, and calls observers at its begin and end.
GroupEnd GroupRunner::run_observed() {
  Worker& worker = run_.worker;
  run_.tell_group_begins();
  const GroupEnd end =
      turns_.run(0, worker.observers.want_interpreter() ? GroupTurns::kInterpretedSlice : GroupTurns::kSlice);
  run_.tell_group_ends();
  return end;
}

}  // namespace eugene::gpu
