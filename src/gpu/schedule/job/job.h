// A running Work: the queue of its groups, and the progress of the workers that share the queue.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/variation.h"
#include "functions/environment.h"
#include "gpu/device.h"
#include "gpu/schedule/job/executor_options.h"
#include "gpu/schedule/job/preemption.h"
#include "gpu/schedule/job/worker_result.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/work/thread_pools.h"
#include "gpu/schedule/work/work.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

// The program of a dispatch, and how to execute it.
struct ExecutedProgram {
  std::shared_ptr<TieredKernel> kernel;
  Tiers* tiers;
  const Substitute* substitute = nullptr;  // the program that replaces machine code; null: `kernel` is machine code
  unsigned max_workers = ~0U;
  eu::Observer* observer = nullptr;  // further observer of the only worker; null: none
  TieredKernel* counted = nullptr;   // kernel whose statistics are updated; null: none
};

// A Work with everything that its job is made from.
struct Dispatch {
  const Device& device;
  const ExecutedProgram& program;
  const Work& work;
  const ThreadPools& pools;  // places of groups
  memory::PageSource& space;

  eu::ThreadChannels thread_channels() const { return find_thread_channels(work, program.kernel->kernel()); }
};

struct Job {
  // Holds a worker's unfinished work, indexed by worker. The worker that sets `taken` continues the work.
  struct Slot {
    bool has_work = false;  // does not change while workers run
    std::atomic<bool> taken = false;
    std::optional<SuspendedWork> work;
  };

  struct Preemptions {
    bool are_allowed = false;
    bool leave_groups = true;  // groups may be suspended in the middle; else only before the next group
    std::uint64_t before = 0;  // preemptions in earlier dispatches of the kernel
    std::uint64_t count = 0;   // preemptions so far
    std::chrono::steady_clock::time_point last;  // time of the last preemption
    std::atomic<bool> requested{false};          // workers must suspend their current groups
  };

  static constexpr std::uint64_t kNoGroup = std::numeric_limits<std::uint64_t>::max();

  // `options`, and the device, work and memory of `dispatch`, must outlive the job.
  Job(const Dispatch& dispatch, unsigned workers, const ExecutorOptions& options);

  const Device* device;
  const Work* work;
  memory::PageSource* space;
  ExecutedProgram program;
  std::uint64_t groups;
  std::chrono::steady_clock::time_point start;
  std::chrono::steady_clock::time_point deadline;
  const ExecutorOptions* options;
  unsigned workers;
  unsigned threads;                    // threads of a group
  ThreadPools pools;                   // places of groups
  eu::ThreadChannels thread_channels;  // channels of the threads
  std::uint64_t taken;                 // groups that a worker takes at a time
  functions::Environment environment;
  DispatchObservers observers;
  std::vector<Slot> slots;  // indexed by worker
  Preemptions preemptions;
  std::uint64_t seed = 0;               // seed of varied contents and orders; different for each dispatch
  std::optional<Permutation> shuffled;  // shuffled order of groups; nothing: in order
  std::atomic<std::uint64_t> next{0};   // next group to take
  // The lowest group with a fault so far. Later groups need not run, but earlier groups must, so that the reported
  // fault does not depend on the number of workers.
  std::atomic<std::uint64_t> faulted{kNoGroup};

  std::atomic<std::chrono::nanoseconds::rep> work_began{0};  // time since `start`: the pool may have had other work
  std::atomic<std::uint64_t> groups_done{0};
  std::atomic<std::uint64_t> instructions{0};
  std::atomic<std::chrono::nanoseconds::rep> next_progress{0};  // time since `start`
  std::atomic<std::chrono::nanoseconds::rep> next_latest_progress{0};

  bool is_observed() const { return program.observer != nullptr || !observers.empty(); }
  const eu::Kernel& kernel() const { return program.kernel->kernel(); }
  // Takes the next groups for a worker; nothing if all groups have been taken.
  std::optional<GroupRange> take_groups();
  // Whether group `index` shall start, or, if it has started, continue.
  bool may_start(std::uint64_t index) const { return index < faulted && !is_cancelled() && !is_preempted(); }
  bool may_continue(std::uint64_t index) const { return index <= faulted && !is_cancelled(); }
  // Records that group `index` has a fault.
  void end_at(std::uint64_t index);

  // Must be called before a worker's first group.
  void begin_work();
  // The processor time that the rest of the work will take at the pace so far; CompileRule::kUnknown before a group has
  // ended.
  std::chrono::nanoseconds time_left() const;
  // Reads the clock. Preempts the work and reports progress if that is due. Returns whether the time limit is exceeded.
  bool is_late();
  // Reports progress to `tell`, which must not be null. `time` is the time since the dispatch began.
  void tell_progress(std::chrono::nanoseconds time, bool is_interrupted,
                     const std::function<void(const Progress&)>& tell) const;

  // Allows preemptions if `wanted`, as far as observers and the work's level of preemption permit.
  void allow_preemptions(bool wanted);
  bool is_preempted() const { return preemptions.requested.load(std::memory_order_relaxed); }
  void preempt() { preemptions.requested.store(preemptions.are_allowed, std::memory_order_relaxed); }
  // Must be called after a preemption. Returns whether any work is left. If so, resume() must be called before the
  // workers continue.
  bool suspend();
  void resume();

  bool is_cancelled() const { return options->is_cancelled(); }
};

// Work that has begun and not ended, whether it is on the device or preempted.
struct SuspendedJob {
  WorkerResult result;               // result so far
  std::chrono::nanoseconds time{0};  // time on the device
  Job job;

  // Whether the driver has given the context an image and a system routine, so that its threads are saved.
  bool has_image() const {
    return job.work->csr_base != 0 && job.work->system_ip != 0 && job.device->gen->has_context_image;
  }
};

}  // namespace eugene::gpu
