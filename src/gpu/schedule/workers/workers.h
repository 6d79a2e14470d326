// The workers of one executor. Runs jobs on the host threads of a pool that other executors may share.
#pragma once

#include <memory>
#include <vector>

#include "gpu/schedule/job/job.h"
#include "gpu/schedule/job/worker_result.h"
#include "gpu/schedule/workers/worker_pool.h"
#include "memory/view.h"

namespace eugene::gpu {

struct Worker;

class Workers {
 public:
  explicit Workers(WorkerPool& pool);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns how many workers run `work`, at most `limit`.
  unsigned count(const Work& work, const ThreadPools& pools, unsigned limit) const;
  // Lets the first worker use `space`, without cached translations. Must be called before a job runs. Returns the view
  // of the first worker.
  memory::View& attach(memory::PageSource& space);
  // The view that attach() has returned last.
  memory::View& view();
  // Runs groups of `job` on up to `workers` workers until none is left or the job is preempted. Returns the sum of the
  // workers' results.
  WorkerResult run(Job& job, unsigned workers);

 private:
  WorkerPool* pool_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace eugene::gpu
