// The work that one worker has done since it last read the clock.
//
// Reading the clock and publishing this worker's progress would take longer than many turns, so both are done once for
// many instructions or groups. The forced preemptions of tests count down the same instructions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gpu/schedule/job/job.h"

namespace eugene::gpu {

class WorkMeter {
 public:
  // `number` is the worker's number; it makes tests preempt workers at different times.
  WorkMeter(Job& job, unsigned number);

  // Counts instructions, and preempts the work if a test demands that now.
  void count(std::uint64_t instructions) {
    instructions_ += instructions;
    if (until_preempted_ != kNever) [[unlikely]]
      count_down(instructions);
  }
  // Counts groups whose threads have all ended.
  void count_groups(std::uint64_t groups) { groups_ += groups; }

  // Uncounts groups that will run again. Counters may wrap below zero, since some of the groups may have been reported.
  void take_back_groups(std::uint64_t groups) { groups_ -= groups; }

  // Whether a test demands a preemption after a number of instructions, so that each turn must be counted.
  bool forces_preemption() const { return until_preempted_ != kNever; }
  // Max instructions to execute before the next count(); at most `wanted`.
  std::uint64_t limit(std::uint64_t wanted) const { return std::min(wanted, until_preempted_); }
  std::uint64_t report_limit() const { return limit(kReportInstructions); }
  // Whether the clock must be read before another group starts.
  bool is_due() const { return instructions_ >= kReportInstructions || groups_ >= kReportGroups; }
  bool has_executed(std::uint64_t instructions) const { return instructions_ >= instructions; }

  // Reports the work and reads the clock. Returns whether the dispatch exceeds its time limit.
  bool is_late() {
    report();
    return job_.is_late();
  }
  void report();
  // Number of groups that were counted and reported.
  std::uint64_t reported_groups() const { return reported_groups_; }

 private:
  static constexpr std::uint64_t kReportInstructions = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kReportGroups = 256;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  void count_down(std::uint64_t instructions);

  Job& job_;
  std::uint64_t instructions_ = 0;          // not reported yet
  std::uint64_t groups_ = 0;                // not reported yet
  std::uint64_t reported_groups_ = 0;       // total so far
  std::uint64_t until_preempted_ = kNever;  // instructions until the forced preemption
};

}  // namespace eugene::gpu
