// Host threads that execute thread groups.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace eugene::gpu {

// A pool of workers. The calling thread is worker 0, so a pool of one starts no thread. Only one run() is active at a
// time; later callers wait.
class WorkerPool {
 public:
  // If `workers` is 0, the pool has as many workers as the host has hardware threads.
  explicit WorkerPool(unsigned workers = 0);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  unsigned size() const { return size_; }
  // Calls work(0) here, and lets the other workers join with work(1) ... work(count - 1), each on its own thread.
  // Returns when work(0) and all workers that have joined by then have returned. A worker that has not woken by then is
  // not waited for. `work` must therefore take its items from a shared counter, so that work(0) can finish them all.
  // `count` is 1 to size(); `work` must not throw.
  void run(unsigned count, const std::function<void(unsigned)>& work);

 private:
  void loop(const std::stop_token& stop, unsigned worker);

  unsigned size_;
  std::mutex turn_;  // held during a run()
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::uint64_t generation_ = 0;
  unsigned count_ = 0;   // workers that may join: numbers below this
  unsigned joined_ = 0;  // workers that are in `work` now
  std::vector<std::jthread> threads_;
};

}  // namespace eugene::gpu
