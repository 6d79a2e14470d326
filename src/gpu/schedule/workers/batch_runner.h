// Runs many groups at once as a batch (eu/batch.h), whose threads compiled code starts itself. If a thread stops before
// its end, the rest of its group runs by turns, and the batch continues with the next group.
#pragma once

#include "eu/batch.h"
#include "eu/interpreter.h"
#include "gpu/schedule/workers/group_threads.h"
#include "gpu/schedule/workers/group_turns.h"
#include "gpu/schedule/workers/worker_run.h"

namespace eugene::gpu {

class BatchRunner : private eu::BatchStarter {
 public:
  BatchRunner(WorkerRun& run, GroupThreads& threads, GroupTurns& turns);

  // Whether groups can run in batches now: their threads do not interact, and compiled code can start them.
  bool is_ready() const;
  // Runs the groups of `range`, which begins with the current group. Returns false if no more groups shall run.
  bool run(const GroupRange& range);

 private:
  void start(std::uint32_t group, std::uint32_t thread, eu::Thread& to) override;
  void follow(const eu::Batch& batch, std::uint64_t first);
  eu::Outcome& run_threads(eu::Batch& batch, std::uint64_t first);
  bool finish_group(eu::Batch& batch, const eu::Outcome& outcome, const GroupRange& range);
  void leave(const eu::Batch& batch, const GroupRange& range);

  WorkerRun& run_;
  GroupThreads& threads_;
  GroupTurns& turns_;
  const PayloadWriter& payload_;
  bool is_independent_;               // threads of the work do not interact
  std::uint64_t first_of_batch_ = 0;  // index of the first group
};

}  // namespace eugene::gpu
