// The GPU, as all of its front doors share it: the device, its clock, the executor of threads, and the reports of its
// work. A context of one of its engines is an EngineContext (engine_context.h). The doors differ in the owner of memory
// and in the scheduling of contexts: MmioGpu (mmio_gpu.h) has physical memory, page tables and registers for simulators
// and traces; i915::Queue has the program's own memory and a scheduler.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/report.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/preemption.h"
#include "gpu/schedule/worker_pool.h"

namespace eugene::gpu {

// Called for what happens on a GPU, on the host thread that runs the commands. Empty functions are not called.
struct GpuEvents {
  std::function<void(Report&&)> report;
  // After each dispatch that ran: the dispatch, its statistics, and the address space that it ran in. The statistics'
  // faults have been reported.
  std::function<void(const Work&, const DispatchStats&, memory::PageSource&)> dispatched;
  // Draws that are not supported are passed over, and each is reported once. Else they fail their context.
  bool passes_over_draws = false;
};

class Gpu {
 public:
  // `options.preemption` is the GPU's own, as is `options.cancelled` unless it is given. `pool` and `clock` must live
  // longer.
  Gpu(const Device& device, WorkerPool& pool, ExecutorOptions options, const Clock& clock, GpuEvents events);
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const Device& device() const { return *device_; }
  const Clock& clock() const { return *clock_; }

  // When work that starts now will have taken too long: --timeout.
  std::chrono::steady_clock::time_point deadline() const { return executor_.deadline(); }
  // The time at which running work makes way for another context.
  PreemptionTime& preemption() { return preemption_; }
  // From any host thread: drops what is executed, without reports, until go_on().
  void stop() { stopped_ = true; }
  void go_on() { stopped_ = false; }
  bool is_stopped() const { return executor_.is_cancelled(); }
  bool is_preempted() const { return executor_.is_preempted(); }

  // Runs threads as Executor::run() does, reports their faults and tells of the dispatch. Whether one of them faulted.
  Result<bool> run(const Work& work, memory::PageSource& space, memory::StateCache& states, SuspendedJobPtr* left);

  void report(Report&& report);
  // Reports so far of what stopped work: faults, and commands that make no sense.
  std::uint64_t failures() const { return failures_; }
  // For --check: called for commands that are wrong and executed. Null where they are not checked.
  std::function<void(const Diagnostic&)> suspect();
  // For draws that are passed over. Null where they fail their context.
  std::function<void(std::string_view)> skipped();

 private:
  const Device* device_;
  const Clock* clock_;
  std::atomic<bool> stopped_ = false;
  PreemptionTime preemption_;
  bool checks_commands_;
  GpuEvents events_;
  Executor executor_;
  std::set<std::string> told_;  // reasons for draws that were passed over
  std::uint64_t failures_ = 0;
};

}  // namespace eugene::gpu
