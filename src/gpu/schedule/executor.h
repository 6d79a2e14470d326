// Runs a Work: finds its kernel, runs its groups, and sums up how they ended. The groups form a work queue (job/job.h),
// which host workers share (workers/worker.h). Each worker runs one group at a time (workers/group_runner.h), whose
// threads take turns (turns/turns.h).
#pragma once

#include <chrono>
#include <memory>

#include "base/diagnostic.h"
#include "gpu/device.h"
#include "gpu/schedule/fault_reports.h"
#include "gpu/schedule/job/dispatch_variation.h"
#include "gpu/schedule/job/executor_options.h"
#include "gpu/schedule/rehearse/rehearsal.h"
#include "gpu/schedule/substitute/substitutes.h"
#include "gpu/schedule/work/work.h"
#include "gpu/schedule/workers/workers.h"
#include "gpu/stats.h"
#include "gpu/tiers/kernel_addresses.h"
#include "gpu/tiers/tiers.h"
#include "memory/state_cache.h"
#include "memory/view.h"

namespace eugene::gpu {

class Executor {
 public:
  Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Fails if the work cannot start; a fault of its threads is in the result. `states` is the context's state cache;
  // null: an empty one. `left` receives the work if it is preempted; the result then has empty statistics. If `left`
  // already holds preempted work, that work is resumed, and `work` must be the same object. If `left` is null, the work
  // runs to its end.
  Result<DispatchStats> run(const Work& work, memory::PageSource& space, memory::StateCache* states = nullptr,
                            SuspendedJobPtr* left = nullptr);
  // Returns the time limit of work that starts now.
  std::chrono::steady_clock::time_point deadline() const { return options_.deadline(); }
  bool checks_commands() const { return options_.checks_commands; }
  bool is_cancelled() const { return options_.is_cancelled(); }
  // Whether running work must stop for another context.
  bool is_preempted() const;
  // Whether `work` is expected to take only some microseconds, and can be preempted in the middle of a group if it
  // takes longer.
  bool is_short(const Work& work, memory::View& view);
  // While `is_brief`, only short work is run.
  void be_brief(bool is_brief) { is_brief_ = is_brief; }
  bool is_brief() const { return is_brief_; }

 private:
  // The parameters of run().
  struct Request {
    const Work& work;
    memory::PageSource& space;
    memory::StateCache* states;
    SuspendedJobPtr* left = nullptr;
  };
  DispatchStats resume(const Request& request);
  Result<DispatchStats> run_program(const ExecutedProgram& program, const Request& request);
  Result<SuspendedJobPtr> begin(const ExecutedProgram& program, const Request& request);
  DispatchObservers observe(const Dispatch& dispatch);
  functions::RecoverableFaults recoverable_faults(const Job& job);
  DispatchStats run_job(SuspendedJobPtr suspended, SuspendedJobPtr* left);
  DispatchStats end(SuspendedJob& suspended);
  void report_interruption(const SuspendedJob& suspended) const;

  const Device* device_;
  ExecutorOptions options_;
  std::shared_ptr<Tiers> tiers_;
  KernelAddresses kernels_;
  Substitutes substitutes_;
  DispatchVariation variation_;
  Workers workers_;
  Rehearsal rehearsal_;
  FaultReports faults_;
  bool is_brief_ = false;
};

}  // namespace eugene::gpu
