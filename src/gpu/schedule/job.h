// One dispatch under way: what the workers that share it have in common.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>

#include "functions/environment.h"
#include "gpu/device.h"
#include "gpu/schedule/dispatch.h"
#include "gpu/schedule/executor.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

inline constexpr std::uint64_t kNoGroup = std::numeric_limits<std::uint64_t>::max();

// What all workers of one dispatch share.
struct Job {
  const Device* device;
  const Dispatch* dispatch;
  Tiers* tiers;
  std::shared_ptr<TieredKernel> kernel;
  std::uint64_t groups;
  std::chrono::steady_clock::time_point start;
  std::chrono::steady_clock::time_point deadline;
  const ExecutorOptions* options;
  unsigned workers;
  unsigned threads;       // of a group
  eu::Coverage coverage;  // of them
  std::uint64_t taken;    // groups at a time
  functions::Environment environment;
  std::atomic<std::uint64_t> next{0};
  // The lowest group with a fault so far: later ones need not run, earlier ones must, so that the fault reported
  // does not depend on the number of workers.
  std::atomic<std::uint64_t> faulted{kNoGroup};

  std::atomic<std::chrono::nanoseconds::rep> work_began{0};  // since `start`: the pool may have had other work
  std::atomic<std::uint64_t> groups_done{0};
  std::atomic<std::uint64_t> instructions{0};
  std::atomic<std::chrono::nanoseconds::rep> next_progress{0};  // since the start

  bool is_cancelled() const {
    return options->cancelled != nullptr && options->cancelled->load(std::memory_order_relaxed);
  }
  // Before a worker's first group.
  void begin_work();
  // What processors will still spend on it if it goes on as before; CompileRule::kUnknown before a group has run.
  std::chrono::nanoseconds time_left() const;
  // Looks at the clock: tells how far the work is where that is due. Whether the time allowed is over.
  bool is_late(memory::PageSource& space);
};

}  // namespace eugene::gpu
