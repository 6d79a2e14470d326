// The GPU that all front doors share: the device, its clock, the executor of threads, and the reports of its work. A
// context of one of its engines is an EngineContext (engine_context.h). The front doors differ in who owns memory and
// schedules contexts: MmioGpu (mmio_gpu.h) has physical memory, page tables and registers, for simulators and traces;
// i915::Queue has the program's own memory and a scheduler.
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
#include "gpu/draw/draw_meter.h"
#include "gpu/report.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/job/preemption.h"
#include "gpu/schedule/workers/worker_pool.h"

namespace eugene::gpu {

// Callbacks for events on a GPU, called on the host thread that runs the commands. Empty functions are not called.
struct GpuEvents {
  std::function<void(Report&&)> report;
  // Called after each dispatch that ran, with the dispatch, its statistics and its address space. The faults in the
  // statistics are reported after this call.
  std::function<void(const Work&, const DispatchStats&, memory::PageSource&)> dispatched;
  // Called after each draw, also after those that were skipped.
  std::function<void(const DrawStats&)> drawn;
  // If true, unsupported draws are skipped, and each reason is reported once. Else such a draw fails its context.
  bool skips_draws = false;
};

class Gpu {
 public:
  // The GPU sets `options.preemption`, and `options.cancelled` if it is null. `pool` and `clock` must outlive the GPU.
  Gpu(const Device& device, WorkerPool& pool, ExecutorOptions options, const Clock& clock, GpuEvents events);
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const Device& device() const { return *device_; }
  const Clock& clock() const { return *clock_; }

  // The time limit (--timeout) of work that starts now.
  std::chrono::steady_clock::time_point deadline() const { return executor_.deadline(); }
  // The time at which running work makes way for another context.
  PreemptionTime& preemption() { return preemption_; }
  // May be called from any host thread. Discards running and new work, without reports, until go_on().
  void stop() { stopped_ = true; }
  void go_on() { stopped_ = false; }
  bool is_stopped() const { return executor_.is_cancelled(); }
  bool is_preempted() const { return executor_.is_preempted(); }
  // If `is_brief`, contexts execute only work that is expected to be short, and leave the rest to their next run().
  void be_brief(bool is_brief) { executor_.be_brief(is_brief); }
  bool is_brief() const { return executor_.is_brief(); }
  bool is_short(const Work& work, memory::View& view) { return executor_.is_short(work, view); }

  // Runs threads like Executor::run(), reports their faults and calls `dispatched`. Returns whether a thread faulted.
  Result<bool> run(const Work& work, memory::PageSource& space, memory::StateCache& states, SuspendedJobPtr* left);

  void report(Report&& report);
  // Number of reports so far of stopped work: faults, and malformed commands.
  std::uint64_t failures() const { return failures_; }
  // For --check: a callback for each wrong command that is executed anyway. Null without checks.
  std::function<void(const Diagnostic&)> suspect();
  // Measures the draw that runs.
  DrawMeter& draws() { return draws_; }
  // A callback for each skipped draw, or for each skipped command. Null if these fail their context.
  std::function<void(std::string_view)> skipped(bool is_draw);

 private:
  const Device* device_;
  const Clock* clock_;
  std::atomic<bool> stopped_ = false;
  PreemptionTime preemption_;
  bool checks_commands_;
  GpuEvents events_;
  DrawMeter draws_;
  Executor executor_;
  std::set<std::string> told_;  // reported reasons of skipped draws and commands
  std::uint64_t failures_ = 0;
};

}  // namespace eugene::gpu
