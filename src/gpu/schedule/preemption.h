// Walkers that leave the machine before their end: BXT PRM vol6 "GPGPU Context Switch", GPGPU_WALKER may be preempted
// at any time, with thread groups partially complete.
//
// Who executes contexts says when what runs is to make way (PreemptionTime). Workers look at it where they look at
// the clock anyway, which is between two turns of threads; compiled code comes back from its turns at backward
// branches. So nobody pays for preemption who is not preempted. Each worker then leaves the group that it is at, and
// those it had still to begin, in its place of the job (job.h). When the walker is resumed, each place goes on as it
// was left: its threads keep their FFTIDs, and with them their scratch space and barrier.
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
#include "gpu/schedule/turns.h"

namespace eugene::gpu {

// When what executes is to make way for another context. From any host thread.
class PreemptionTime {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void set(Time when) { at_.store(when.time_since_epoch().count(), std::memory_order_relaxed); }
  // The same, unless it is to make way earlier.
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

// Groups by their place in the walk.
struct GroupRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool is_empty() const { return first >= end; }
};

// A group whose threads have not all ended.
struct SuspendedGroup {
  std::uint64_t index = 0;  // in the walk
  eu::ThreadBlock threads{0, 0};
  std::vector<ThreadState> states;
  unsigned counted = 0;  // threads, from the first on, whose work has been counted
  std::vector<std::byte> slm;
  eu::Barrier barrier;
  eu::FusedThreads fused_threads;
  eu::NamedBarriers named_barriers;
};

// What a worker leaves.
struct SuspendedWork {
  std::optional<SuspendedGroup> group;
  GroupRange rest;  // groups that it has taken and not begun
};

}  // namespace eugene::gpu
