// Runs groups of one dispatch on one worker.
//
// There are two ways. If the threads of a group meet at barriers, share local memory or stop somewhere, the groups run
// one at a time: threads are started here (group_threads.h) and advance by turns (group_turns.h). If threads do not
// interact and compiled code can start them itself, many groups run as a batch (batch_runner.h). If a thread of a batch
// stops, its group is finished the first way.
#pragma once

#include "gpu/schedule/workers/batch_runner.h"
#include "gpu/schedule/workers/group_threads.h"
#include "gpu/schedule/workers/group_turns.h"
#include "gpu/schedule/workers/worker_run.h"

namespace eugene::gpu {

class GroupRunner {
 public:
  explicit GroupRunner(WorkerRun& run) : run_(run), threads_(run), turns_(run), batches_(run, threads_, turns_) {}

  // Runs groups from the job's queue until the queue is empty. If the work is preempted, unfinished groups are left in
  // the job.
  WorkerResult run();

 private:
  void run_all();
  bool run_left();
  bool run_range(const GroupRange& range);
  GroupEnd run_observed();
  eu::Return go_back(std::uint64_t index);

  WorkerRun& run_;
  GroupThreads threads_;
  GroupTurns turns_;
  BatchRunner batches_;
};

}  // namespace eugene::gpu
