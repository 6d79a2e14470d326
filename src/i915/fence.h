// Fences, which signal the end of requests, and waiting for fences.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace eugene::i915 {

// The fence of one request. Once `done` is true, it stays true.
struct Fence {
  std::atomic<bool> done = false;
  bool failed = false;  // the request's work was dropped; valid once `done` is true
};

using FencePtr = std::shared_ptr<Fence>;

inline bool is_done(const FencePtr& fence) { return fence->done.load(std::memory_order_acquire); }

// Returns a fence that is already done.
inline FencePtr signalled_fence() {
  auto fence = std::make_shared<Fence>();
  fence->done = true;
  return fence;
}

// Wakes threads that wait for a change of fences or syncobjs.
class Waiters {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr Time kForever = Time::max();

  static constexpr std::chrono::milliseconds kLongestSleep{50};  // max time between two calls of `ready`
  // `changed` is called at each notify(), before the waiting threads wake up.
  explicit Waiters(std::function<void()> changed = {}) : told_(std::move(changed)) {}

  // Waits until `ready` returns true or `deadline` has passed; returns the last result of `ready`. Calls `ready`
  // without holding a lock.
  bool wait(const std::function<bool()>& ready, Time deadline) {
    std::unique_lock lock(mutex_);
    while (true) {
      const std::uint64_t seen = changes_;
      lock.unlock();
      if (ready()) return true;
      if (deadline != kForever && std::chrono::steady_clock::now() >= deadline) return false;
      // Sleeping and waking up would take longer than the request. The processor is given to others meanwhile.
      for (int turn = 0; turn < kMaxTurns && soon_ && seen == changes_; ++turn) std::this_thread::yield();
      lock.lock();
      if (seen != changes_) continue;
      changed_.wait_until(lock, std::min(deadline, std::chrono::steady_clock::now() + kLongestSleep));
    }
  }
  // Wakes all waiting threads. Call this after each change that a thread may wait for.
  void notify() {
    if (told_) told_();
    {
      const std::scoped_lock lock(mutex_);
      ++changes_;
    }
    changed_.notify_all();
  }

  // While `soon` is true, a change is expected within microseconds, and waiting threads need not sleep.
  void expect(bool soon) { soon_ = soon; }

 private:
  std::function<void()> told_;
  std::mutex mutex_;
  std::condition_variable changed_;
  static constexpr int kMaxTurns = 50;
  std::atomic<bool> soon_ = false;
  std::atomic<std::uint64_t> changes_ = 0;  // changed with the lock held
};

}  // namespace eugene::i915
