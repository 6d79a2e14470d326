// Suspends work before its end: BXT PRM vol6 "GPGPU Context Switch", GPGPU_WALKER may be preempted at any time, with
// thread groups partially complete.
//
// The scheduler of contexts sets the time at which running work must stop (PreemptionTime). Workers check it where they
// read the clock anyway, between two turns of threads; compiled code returns from its turns at backward branches. So
// preemption costs nothing until it happens. Each worker then leaves its current group, and the groups that it has
// taken but not begun, in its place of the job (job.h). When the work is resumed, each place continues where it was
// left: its threads keep their FFTIDs, and with them their scratch space and barrier.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/barrier.h"
#include "eu/fused_threads.h"
#include "eu/named_barriers.h"
#include "eu/thread_block.h"
#include "gpu/schedule/turns/shuffled_order.h"
#include "gpu/schedule/turns/turns.h"

namespace eugene::gpu {

// The time at which running work must stop for another context. May be used by any host thread.
class PreemptionTime {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void set(Time when) { at_.store(when.time_since_epoch().count(), std::memory_order_relaxed); }
  // Sets the time unless an earlier one is set.
  void set_no_later(Time when) {
    const Time::rep wanted = when.time_since_epoch().count();
    Time::rep now = at_.load(std::memory_order_relaxed);
    while (wanted < now && !at_.compare_exchange_weak(now, wanted, std::memory_order_relaxed)) {
    }
  }
  bool is_past(Time now) const { return now.time_since_epoch().count() >= at_.load(std::memory_order_relaxed); }

 private:
  std::atomic<Time::rep> at_ = Time::max().time_since_epoch().count();
};

// A range of groups, in dispatch order.
struct GroupRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool is_empty() const { return first >= end; }
};

// A group whose threads have not all ended.
struct SuspendedGroup {
  std::uint64_t index = 0;  // in dispatch order
  eu::ThreadBlock threads{0, 0};
  std::vector<ThreadState> states;
  unsigned counted = 0;  // threads, from the first on, whose work has been counted
  std::vector<std::byte> slm;
  eu::Barrier barrier;
  eu::FusedThreads fused_threads;
  eu::NamedBarriers named_barriers;
  std::optional<ShuffledOrder> order;  // order of the threads' turns; none: by index
};

// Unfinished work of a worker.
struct SuspendedWork {
  std::optional<SuspendedGroup> group;
  GroupRange rest;  // groups that the worker has taken but not begun
};

}  // namespace eugene::gpu
