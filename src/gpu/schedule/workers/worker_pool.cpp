#include "gpu/schedule/workers/worker_pool.h"

#include <algorithm>

#include "base/float_modes.h"

namespace eugene::gpu {

WorkerPool::WorkerPool(unsigned workers)
    : size_(std::max(workers == 0 ? std::thread::hardware_concurrency() : workers, 1U)) {
  threads_.reserve(size_ - 1);
  for (unsigned worker = 1; worker < size_; ++worker) {
    threads_.emplace_back([this, worker](const std::stop_token& stop) { loop(stop, worker); });
  }
}

WorkerPool::~WorkerPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
  {
    const std::scoped_lock lock(mutex_);
  }  // every thread sees the request from now on, or waits already
  start_.notify_all();
}

void WorkerPool::run(unsigned count, const std::function<void(unsigned)>& work) {
  const std::scoped_lock turn(turn_);
  count = std::clamp(count, 1U, size_);
  if (count == 1) return work(0);
  {
    const std::scoped_lock lock(mutex_);
    work_ = &work;
    count_ = count;
    ++generation_;
  }
  start_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  count_ = 0;
  done_.wait(lock, [this] { return joined_ == 0; });
  work_ = nullptr;
}

void WorkerPool::loop(const std::stop_token& stop, unsigned worker) {
  const DefaultFloatModes modes;
  std::uint64_t seen = 0;
  while (true) {
    const std::function<void(unsigned)>* work = nullptr;
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return generation_ != seen || stop.stop_requested(); });
      if (stop.stop_requested()) return;
      seen = generation_;
      if (worker >= count_) continue;
      work = work_;
      ++joined_;
    }
    (*work)(worker);
    const std::scoped_lock lock(mutex_);
    if (--joined_ == 0) done_.notify_one();
  }
}

}  // namespace eugene::gpu
