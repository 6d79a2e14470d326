// Finds out, at the speed of compiled code, whether a dispatch depends on undefined values. The dispatch runs three
// times on private copies of memory. Undefined values differ in each run, in the second run in every bit. If the
// threads' digests (eu/digest.h) and results are the same in all runs, no undefined value has mattered.
//
// Undefined values are random, so different values rarely lead to the same result by chance. But a random value may
// make a loop run for very long. So each run has a limit of one second. A dispatch that needs more is first run with
// the real contents of registers and memory, to measure its time. If that run does not end within kLongest and the
// user's timeout, the trial is given up.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/variation.h"
#include "eu/analysis/digest_plan.h"
#include "gpu/schedule/job/executor_options.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/rehearse/private_copies.h"
#include "gpu/schedule/workers/workers.h"

namespace eugene::gpu {

class TrialRuns {
 public:
  // The program of `dispatch` keeps digests by `plan`. Everything must outlive this object.
  TrialRuns(Trial& trial, const Dispatch& dispatch, std::shared_ptr<const eu::DigestPlan> plan, Workers& workers,
            const ExecutorOptions& options, PrivateCopies& copies);

  // Runs the dispatch until two runs differ. Returns whether all were the same; the trial then knows the pages that
  // threads may have accessed.
  bool agree();

 private:
  using Time = std::chrono::nanoseconds;
  struct Run {
    bool has_ended = false;
    bool is_late = false;
    Time time{};
    std::uint64_t instructions = 0;
    std::uint64_t lane_operations = 0;
    std::uint64_t digest = 0;
    bool is_as(const Run& other) const {
      return instructions == other.instructions && lane_operations == other.lane_operations && digest == other.digest;
    }
  };
  Time within_timeout(Time time) const;
  memory::PrivatePages& begin_copies(std::size_t number);
  Run measure();
  Run run(memory::PageSource& copies, const std::optional<Fill>& fill, Time limit);

  Trial* trial_;
  const Dispatch* dispatch_;
  std::shared_ptr<const eu::DigestPlan> plan_;
  Workers* workers_;
  const ExecutorOptions* options_;
  PrivateCopies* copies_;
  unsigned count_;  // of workers
};

}  // namespace eugene::gpu
