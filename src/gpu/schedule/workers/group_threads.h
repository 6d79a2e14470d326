// Starts the threads of a worker's groups. A model of each thread of a group is made once (eu/thread_model.h), and the
// threads of each group are made from the models.
#pragma once

#include <cstdint>

#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker_run.h"

namespace eugene::gpu {

class GroupThreads {
 public:
  explicit GroupThreads(WorkerRun& run)
      : run_(run), differs_in_dwords_alone_(run.job.work->payload->differs_in_dwords_alone()) {}

  // Must be called before groups of the current place are started.
  void make_models();
  // Must be called when the worker's threads hold another group's state, or its place, and so the threads' identity,
  // has changed.
  void drop_models() { held_ = Held::nothing; }

  // Starts the threads of the current group from `first` on; earlier threads have ended. The work of threads before
  // `counted` has already been counted.
  void begin(unsigned first = 0, unsigned counted = 0);
  // Prepares the threads for a batch, which starts them itself.
  void begin_batch();
  // Counts the work of the current group's threads, except the threads before WorkerRun::counted.
  void end();

 private:
  void fill(eu::Thread& model, unsigned thread) const;

  // The state of the worker's threads.
  enum class Held : std::uint8_t {
    nothing,  // there are no models
    group,    // threads made from the models, which run by turns
    batch,    // threads made from the models, which have only run in batches
  };

  WorkerRun& run_;
  bool differs_in_dwords_alone_;
  Held held_ = Held::nothing;
};

}  // namespace eugene::gpu
