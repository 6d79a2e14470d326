// How an executor runs Works: limits, reports, undefined contents, observers.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "base/variation.h"
#include "gpu/report.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/schedule/substitute/substitute.h"
#include "gpu/tiers/tiers.h"

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
  // Called by a worker after `progress_after`, and again at next_report().
  std::function<void(const Progress&)> progress;
  std::chrono::nanoseconds progress_after{std::chrono::seconds(5)};
  // Called by a worker while a dispatch runs, at most once in `latest_progress_every`, and with null when the dispatch
  // ends. If a signal ends the process, `eugene run` reports the progress that was passed last.
  std::function<void(const Progress*)> latest_progress;
  std::chrono::nanoseconds latest_progress_every{std::chrono::seconds(1)};

  // Returns the time limit of work that starts now.
  std::chrono::steady_clock::time_point deadline() const {
    const auto now = std::chrono::steady_clock::now();
    return timeout.count() == 0 ? std::chrono::steady_clock::time_point::max() : now + timeout;
  }
  bool is_cancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }
};

// Returns when progress is reported again after a report at `time`: intervals double, up to a minute.
inline std::chrono::nanoseconds next_report(std::chrono::nanoseconds time) {
  return time + std::min<std::chrono::nanoseconds>(time, std::chrono::minutes(1));
}

}  // namespace eugene::gpu
