// A Work under way: the work queue of its groups, and how far the workers that share it have come.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/variation.h"
#include "functions/environment.h"
#include "gpu/device.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/preemption.h"
#include "gpu/schedule/thread_pools.h"
#include "gpu/schedule/work.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

struct Job {
  // Place of a worker, by its number, for its unfinished work. The worker that sets `taken` continues that work.
  struct Place {
    bool has_work = false;  // does not change while workers run
    std::atomic<bool> taken = false;
    std::optional<SuspendedWork> work;
  };

  struct Preemptions {
    bool are_allowed = false;
    bool leave_groups = true;                    // in the middle; else only before the next group
    std::uint64_t before = 0;                    // in earlier dispatches of the kernel
    std::uint64_t count = 0;                     // so far
    std::chrono::steady_clock::time_point last;  // when it was
    std::atomic<bool> requested{false};          // workers must suspend their current groups
  };

  static constexpr std::uint64_t kNoGroup = std::numeric_limits<std::uint64_t>::max();

  const Device* device;
  const Work* work;
  memory::PageSource* space;
  ExecutedProgram program;
  std::uint64_t groups;
  std::chrono::steady_clock::time_point start;
  std::chrono::steady_clock::time_point deadline;
  const ExecutorOptions* options;
  unsigned workers;
  unsigned threads;                    // of a group
  ThreadPools pools;                   // where groups lie
  eu::ThreadChannels thread_channels;  // of them
  std::uint64_t taken;                 // groups at a time
  functions::Environment environment;
  std::vector<std::unique_ptr<DispatchObserver>> observers;
  std::vector<Place> places;  // by worker
  Preemptions preemptions;
  std::uint64_t seed = 0;               // of what is varied: another for each dispatch
  std::optional<Permutation> shuffled;  // groups are taken in this order
  std::atomic<std::uint64_t> next{0};   // group to be taken
  // The lowest group with a fault so far: later ones need not run, earlier ones must, so that the fault reported
  // does not depend on the number of workers.
  std::atomic<std::uint64_t> faulted{kNoGroup};

  std::atomic<std::chrono::nanoseconds::rep> work_began{0};  // since `start`: the pool may have had other work
  std::atomic<std::uint64_t> groups_done{0};
  std::atomic<std::uint64_t> instructions{0};
  std::atomic<std::chrono::nanoseconds::rep> next_progress{0};  // since `start`
  std::atomic<std::chrono::nanoseconds::rep> next_latest_progress{0};

  bool is_observed() const { return program.observer != nullptr || !observers.empty(); }
  const eu::Kernel& kernel() const { return program.kernel->kernel(); }
  // The next groups for a worker; none: all have been taken.
  std::optional<GroupRange> take_groups();
  // Whether group `index` is worth starting, or, once it has started, running to its end.
  bool may_start(std::uint64_t index) const { return index < faulted && !is_cancelled() && !is_preempted(); }
  bool may_continue(std::uint64_t index) const { return index <= faulted && !is_cancelled(); }
  // Group `index` has a fault.
  void end_at(std::uint64_t index);

  // Before a worker's first group.
  void begin_work();
  // The time that processors will still spend on it, at the pace so far; CompileRule::kUnknown before a group has
  // ended.
  std::chrono::nanoseconds time_left() const;
  // Reads the clock: has the work preempted and reports progress where that is due. Whether the time allowed is over.
  bool is_late();
  // Calls `tell`, which must not be null; `time` has passed since the dispatch began.
  void tell_progress(std::chrono::nanoseconds time, bool is_interrupted,
                     const std::function<void(const Progress&)>& tell) const;

  bool is_preempted() const { return preemptions.requested.load(std::memory_order_relaxed); }
  void preempt() { preemptions.requested.store(preemptions.are_allowed, std::memory_order_relaxed); }
  // After a preemption: whether there is anything left to do. If so, resume() when the workers are to go on.
  bool suspend();
  void resume();

  bool is_cancelled() const {
    return options->cancelled != nullptr && options->cancelled->load(std::memory_order_relaxed);
  }
};

}  // namespace eugene::gpu
