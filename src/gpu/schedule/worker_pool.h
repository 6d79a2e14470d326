// Host threads that execute thread groups.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace eugene::gpu {

// The calling thread is worker 0, so a pool of one starts no thread. One run() at a time; later callers wait.
class WorkerPool {
 public:
  // `workers` 0: as many as the host has hardware threads.
  explicit WorkerPool(unsigned workers = 0);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  unsigned size() const { return size_; }
  // Calls work(0) here and lets others, each on a thread of its own, join in with work(1) ... work(count - 1). Returns
  // when work(0) and all that have joined by then have returned: who sleeps still is not waited for, so workers share
  // what there is to do, and work(0) alone does it all if need be. `count` is 1 to size(); `work` must not throw.
  void run(unsigned count, const std::function<void(unsigned)>& work);

 private:
  void loop(const std::stop_token& stop, unsigned worker);

  unsigned size_;
  std::mutex turn_;  // held for the length of a run()
  std::mutex mutex_;
  std::condition_variable_any start_;
  std::condition_variable done_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::uint64_t generation_ = 0;
  unsigned count_ = 0;   // workers that may join
  unsigned joined_ = 0;  // and are in it
  std::vector<std::jthread> threads_;
};

}  // namespace eugene::gpu
