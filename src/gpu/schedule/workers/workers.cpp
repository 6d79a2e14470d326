#include "gpu/schedule/workers/workers.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

Workers::Workers(WorkerPool& pool) : pool_(&pool) {}

Workers::~Workers() = default;

unsigned Workers::count(const Work& work, const ThreadPools& pools, unsigned limit) const {
  // Threads in flight must have different FFTIDs, and kernels size scratch space by the device's number of threads.
  const std::uint64_t resident = pools.groups(work.threads);
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(work.groups, 1, std::min<std::uint64_t>({pool_->size(), resident, limit})));
}

memory::View& Workers::attach(memory::PageSource& space) {
  if (workers_.empty()) workers_.push_back(std::make_unique<Worker>());
  return workers_[0]->attach(space);
}

memory::View& Workers::view() { return *workers_[0]->view; }

WorkerResult Workers::run(Job& job, unsigned workers) {
  while (workers_.size() < workers) workers_.push_back(std::make_unique<Worker>());
  std::vector<WorkerResult> results(workers);
  pool_->run(workers, [&](unsigned worker) { results[worker] = workers_[worker]->work(job, worker); });
  for (unsigned worker = 1; worker < workers; ++worker) results[0].add(std::move(results[worker]));
  return std::move(results[0]);
}

}  // namespace eugene::gpu
