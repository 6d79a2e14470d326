// Runs a Work. Its groups form a work queue (job.h), which host workers share (worker.h). Each worker runs one group at
// a time (group_runner.h), whose threads take turns (turns.h).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/variation.h"
#include "eu/analysis/digest_plan.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/report.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/schedule/substitute/substitute.h"
#include "gpu/schedule/work/work.h"
#include "gpu/schedule/workers/worker_pool.h"
#include "gpu/stats.h"
#include "gpu/tiers/kernel_addresses.h"
#include "gpu/tiers/tiers.h"
#include "memory/private_pages.h"
#include "memory/state_cache.h"
#include "memory/view.h"

namespace eugene::gpu {

class PreemptionTime;

struct ExecutorOptions {
  std::chrono::nanoseconds timeout{0};             // time limit of one dispatch; 0: none
  std::filesystem::path save_kernels;              // directory for the code of kernels that run; empty: none
  std::shared_ptr<Tiers> tiers;                    // shared by all GPUs of the process; null: interpret
  const std::atomic<bool>* cancelled = nullptr;    // set by any host thread: drops the work
  const PreemptionTime* preemption = nullptr;      // when work must stop for another context; null: never
  std::chrono::nanoseconds preempt_every{0};       // for tests: period of forced preemptions; 0: off
  std::uint64_t preempt_instructions = 0;          // for tests: instructions of a worker between preemptions; 0: off
  std::uint64_t preempt_most = ~std::uint64_t{0};  // for tests: max forced preemptions of a kernel
  bool recovers_from_unmapped_reads = false;       // reads give zeros, reported once per instruction; false: they fault
  bool notes_bounds = false;                       // reports accesses outside the bounds of a surface
  // Whether accesses to empty surfaces are reported for a kernel with that code, whatever `notes_bounds`; null: no.
  std::function<bool(std::span<const std::byte> code)> reports_empty_surfaces;
  bool checks_commands = false;       // reports commands that the documents forbid, but executes them
  Fill fill;                          // initial contents of local memory, scratch memory and registers
  Shuffle shuffle;                    // order of groups, which one worker runs, and of the threads of a group
  FindSubstitute find_substitute;     // finds a program to execute instead of machine code; null: none
  bool compares_substitutes = false;  // runs both on one worker and compares them; keeps the machine code's results
  ObserverSources observers;          // observers of dispatches; an observed dispatch is not preempted
  // Called by a worker after `progress_after`, and again each time that the elapsed time has doubled.
  std::function<void(const Progress&)> progress;
  std::chrono::nanoseconds progress_after{std::chrono::seconds(5)};
  // Called by a worker while a dispatch runs, at most once in `latest_progress_every`, and with null when the dispatch
  // ends. If a signal ends the process, `eugene run` reports the progress that was passed last.
  std::function<void(const Progress*)> latest_progress;
  std::chrono::nanoseconds latest_progress_every{std::chrono::seconds(1)};
};

// The program of a dispatch, and how to execute it.
struct ExecutedProgram {
  std::shared_ptr<TieredKernel> kernel;
  Tiers* tiers;
  const Substitute* substitute = nullptr;  // the program that replaces machine code; null: `kernel` is machine code
  unsigned max_workers = ~0U;
  eu::Observer* observer = nullptr;  // further observer of the only worker; null: none
  TieredKernel* counted = nullptr;   // kernel whose statistics are updated; null: none
};

struct Job;
struct Worker;
struct WorkerResult;

class Executor {
 public:
  Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options, const Clock& clock);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Fails if the work cannot start; a fault of its threads is in the result. `states` is the context's state cache;
  // null: an empty one. `left` receives the work if it is preempted; the result then has empty statistics. If `left`
  // already holds preempted work, that work is resumed, and `work` must be the same object. If `left` is null, the work
  // runs to its end.
  Result<DispatchStats> run(const Work& work, memory::PageSource& space, memory::StateCache* states = nullptr,
                            SuspendedJobPtr* left = nullptr);
  // The time limit of work that starts now.
  std::chrono::steady_clock::time_point deadline() const;
  bool checks_commands() const { return options_.checks_commands; }
  bool is_cancelled() const { return options_.cancelled != nullptr && *options_.cancelled; }
  // Whether running work must stop for another context.
  bool is_preempted() const;

 private:
  struct SubstituteKernel {
    std::shared_ptr<const Substitute> substitute;  // null: the kernel has no substitute
    std::shared_ptr<TieredKernel> kernel;
    bool is_reported = false;  // a difference from the machine code has been reported
  };
  SubstituteKernel& ensure_substitute(const std::shared_ptr<TieredKernel>& kernel);
  Result<DispatchStats> run_program(const ExecutedProgram& program, const Work& work, memory::PageSource& space,
                                    memory::StateCache* states, SuspendedJobPtr* left = nullptr);
  Result<DispatchStats> compare_programs(const ExecutedProgram& machine_code, SubstituteKernel& visa, const Work& work,
                                         memory::PageSource& space, memory::StateCache* states);
  // Settings of a trial run of a dispatch: executor_trial.cpp.
  struct TrialSettings {
    std::shared_ptr<const eu::DigestPlan> plan;
    std::span<const ThreadMemory> memories;
    std::optional<Fill> fill;
    unsigned workers = 1;
    std::chrono::nanoseconds limit{};
  };
  struct TrialRun {
    bool has_ended = false;
    bool is_late = false;
    std::chrono::nanoseconds time{};
    std::uint64_t instructions = 0;
    std::uint64_t lane_operations = 0;
    std::uint64_t digest = 0;
    bool is_as(const TrialRun& other) const {
      return instructions == other.instructions && lane_operations == other.lane_operations && digest == other.digest;
    }
  };
  void try_out(Trial& trial, const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
               memory::PageSource& space);
  bool agrees(Trial& trial, const ExecutedProgram& of, const Work& work, const ThreadPools& pools,
              memory::PageSource& space);
  TrialRun run_trial(const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                     memory::PageSource& copies, const TrialSettings& settings);
  std::chrono::nanoseconds within_timeout(std::chrono::nanoseconds time) const;
  TrialRun run_as_it_is(const ExecutedProgram& program, const Work& work, const ThreadPools& pools,
                        memory::PageSource& space, TrialSettings settings);
  void end_trial(Trial& trial, const memory::PrivatePages& first, const memory::PrivatePages& second);
  unsigned workers_for(const Work& work, const ThreadPools& pools, unsigned limit) const;
  Job make_job(const ExecutedProgram& program, const Work& work, memory::PageSource& space, const ThreadPools& pools,
               unsigned workers, const ExecutorOptions& options) const;
  Result<SuspendedJobPtr> begin(const ExecutedProgram& program, const Work& work, memory::PageSource& space,
                                memory::StateCache* states);
  void vary(Job& job);
  DispatchStats run_job(SuspendedJobPtr suspended, SuspendedJobPtr* left);
  DispatchStats end(SuspendedJob& suspended);
  void tell_of_interruption(const SuspendedJob& suspended) const;
  void explain(KernelFault& fault, const Substitute* substitute, memory::View& view) const;
  enum class Transfer : std::uint8_t { save, restore };
  bool move_state(SuspendedJob& suspended, Transfer transfer);
  WorkerResult run_workers(Job& job);

  const Device* device_;
  WorkerPool* pool_;
  ExecutorOptions options_;
  const Clock* clock_;
  std::shared_ptr<Tiers> tiers_;
  Tiers interpreter_;  // for runs with an observer, in compare_programs()
  KernelAddresses kernels_;
  std::uint64_t dispatches_varied_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::array<memory::PrivateStorage, 3> trial_storage_;
  std::map<std::shared_ptr<TieredKernel>, std::shared_ptr<const eu::DigestPlan>> digest_plans_;  // null: none
  std::map<std::shared_ptr<TieredKernel>, std::vector<std::uint32_t>> recovered_;  // instructions reported so far
  std::map<std::shared_ptr<TieredKernel>, SubstituteKernel> substitutes_;          // indexed by machine code
};

}  // namespace eugene::gpu
