// Runs a dispatch. Its groups are a work queue (job.h) that host workers share (worker.h); each runs one group at a
// time (group_runner.h), whose threads take turns (turns.h).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/report.h"
#include "gpu/schedule/dispatch.h"
#include "gpu/schedule/worker_pool.h"
#include "gpu/stats.h"
#include "gpu/substitute/substitute.h"
#include "gpu/substitute/write_watch.h"
#include "gpu/tiers/kernel_addresses.h"
#include "gpu/tiers/tiers.h"
#include "memory/state_cache.h"
#include "memory/view.h"

namespace eugene::profile {
class Profiler;
}

namespace eugene::gpu {

class PreemptionTime;

struct ExecutorOptions {
  std::chrono::nanoseconds timeout{0};             // of one dispatch; 0: none
  std::filesystem::path save_kernels;              // directory for the code of the kernels that run; empty: none
  std::shared_ptr<Tiers> tiers;                    // shared by all GPUs of the process; null: interpret
  const std::atomic<bool>* cancelled = nullptr;    // set from any thread: the work is dropped
  const PreemptionTime* preemption = nullptr;      // when walkers are to make way; null: never
  std::chrono::nanoseconds preempt_every{0};       // for tests: as often, whether anybody waits or not; 0: not
  std::uint64_t preempt_instructions = 0;          // the same, about as many instructions of a worker; 0: not
  std::uint64_t preempt_most = ~std::uint64_t{0};  // that only until a kernel has been preempted as often
  bool recovers_from_unmapped_reads =
      false;                       // they give zeros and are reported, once for each instruction; else they are faults
  bool notes_bounds = false;       // accesses that the bounds of a surface drop are reported as well
  bool checks_commands = false;    // those that the documents forbid are reported, and executed
  FindSubstitute find_substitute;  // what is executed in place of machine code; null: nothing is
  bool compares_substitutes = false;  // both are executed, by one worker, and compared; the machine code's results stay
  std::shared_ptr<profile::Profiler> profiler;  // what counts what happens, of `tiers` whose code counts; null: none
  // Called from a worker after this time and whenever it has doubled since.
  std::function<void(const Progress&)> progress;
  std::chrono::nanoseconds progress_after{std::chrono::seconds(5)};
};

// What a dispatch executes, and how.
struct ExecutedProgram {
  std::shared_ptr<TieredKernel> kernel;
  Tiers* tiers;
  const Substitute* substitute = nullptr;  // what `kernel` is instead of machine code; null: it is that
  unsigned most_workers = ~0U;
  WriteWatch* watch = nullptr;      // of memory; null: nothing is watched
  TieredKernel* counted = nullptr;  // whose statistics this belongs to; null: nobody's
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

  // Fails where the dispatch cannot start; a fault of its threads is in the result. `states`: the context's state
  // cache; null: what the dispatch before has read is forgotten. `left`: where a walker that is preempted is left, with
  // statistics of nothing; one that is there already is resumed, with the same `dispatch` in the same place. Null: the
  // dispatch runs to its end.
  Result<DispatchStats> run(const Dispatch& dispatch, memory::PageSource& space, memory::StateCache* states = nullptr,
                            SuspendedWalkerPtr* left = nullptr);
  // When something that starts now will have taken too long.
  std::chrono::steady_clock::time_point deadline() const;
  bool checks_commands() const { return options_.checks_commands; }
  bool is_cancelled() const { return options_.cancelled != nullptr && *options_.cancelled; }
  // Whether what executes is to make way.
  bool is_preempted() const;

 private:
  struct SubstituteKernel {
    std::shared_ptr<const Substitute> substitute;  // null: there is none
    std::shared_ptr<TieredKernel> kernel;
    bool is_reported = false;  // it differs from the machine code
  };
  SubstituteKernel& substitute_of(const std::shared_ptr<TieredKernel>& kernel);
  Result<DispatchStats> run_program(const ExecutedProgram& program, const Dispatch& dispatch, memory::PageSource& space,
                                    memory::StateCache* states, SuspendedWalkerPtr* left = nullptr);
  Result<DispatchStats> compare_programs(const ExecutedProgram& machine_code, SubstituteKernel& visa,
                                         const Dispatch& dispatch, memory::PageSource& space,
                                         memory::StateCache* states);
  Result<SuspendedWalkerPtr> begin(const ExecutedProgram& program, const Dispatch& dispatch, memory::PageSource& space,
                                   memory::StateCache* states);
  DispatchStats run_walker(SuspendedWalkerPtr walker, SuspendedWalkerPtr* left);
  DispatchStats end(SuspendedWalker& walker);
  void explain(KernelFault& fault, const Substitute* substitute, memory::View& view) const;
  enum class Transfer : std::uint8_t { save, restore };
  bool move_state(SuspendedWalker& walker, Transfer transfer);
  WorkerResult run_job(Job& job);

  const Device* device_;
  WorkerPool* pool_;
  ExecutorOptions options_;
  const Clock* clock_;
  std::shared_ptr<Tiers> tiers_;
  Tiers interpreter_;  // for runs that are watched
  KernelAddresses kernels_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::map<std::shared_ptr<TieredKernel>, std::vector<std::uint32_t>> recovered_;  // instructions noted so far
  std::map<std::shared_ptr<TieredKernel>, SubstituteKernel> substitutes_;          // by machine code
};

}  // namespace eugene::gpu
