// Runs a dispatch: thread groups over host workers, the threads of a group in turn on one of them.
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
#include "gpu/tiers/kernel_cache.h"
#include "gpu/tiers/tiers.h"
#include "memory/view.h"

namespace eugene::gpu {

struct ExecutorOptions {
  std::chrono::nanoseconds timeout{0};           // of one dispatch; 0: none
  std::filesystem::path save_kernels;            // directory for the code of the kernels that run; empty: none
  std::shared_ptr<Tiers> tiers;                  // shared by all GPUs of the process; null: interpret
  const std::atomic<bool>* cancelled = nullptr;  // set from any thread: drop the work, nobody waits for it
  bool passes_unmapped_reads = false;  // they give zeros and are noted, once for each instruction; else they are faults
  bool notes_bounds = false;           // what the bounds of a surface drop is noted as well
  // Called from a worker after this time and whenever it has doubled since.
  std::function<void(const Progress&)> progress;
  std::chrono::nanoseconds progress_after{std::chrono::seconds(5)};
};

// What a dispatch did.
struct DispatchStats {
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;  // enabled channels over all instructions
  std::chrono::nanoseconds time{0};
  std::optional<KernelFault> fault;  // of the first group, in walking order, that had one
  std::vector<KernelFault> passed;   // that did not end a thread: the first of each instruction, unless noted before
};

struct Arena;

class Executor {
 public:
  Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options, const Clock& clock);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Fails where the dispatch cannot start; a fault of its threads is in the result.
  Result<DispatchStats> run(const Dispatch& dispatch, memory::PageSource& space);
  // When what starts now has taken too long.
  std::chrono::steady_clock::time_point deadline() const;
  bool is_cancelled() const { return options_.cancelled != nullptr && *options_.cancelled; }

 private:
  std::vector<KernelFault> passed_now(const std::shared_ptr<TieredKernel>& kernel, unsigned workers);

  const Device* device_;
  WorkerPool* pool_;
  ExecutorOptions options_;
  const Clock* clock_;
  std::shared_ptr<Tiers> tiers_;
  KernelCache kernels_;
  std::vector<std::unique_ptr<Arena>> arenas_;  // by worker; kept from dispatch to dispatch
  std::map<std::shared_ptr<TieredKernel>, std::vector<std::uint32_t>> passed_;  // instructions noted so far
};

}  // namespace eugene::gpu
