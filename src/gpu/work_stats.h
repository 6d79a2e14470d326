// Statistics of all dispatches.
#pragma once

#include <chrono>
#include <cstdint>

#include "gpu/stats.h"

namespace eugene::gpu {

struct WorkStats {
  std::uint64_t dispatches = 0;
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::chrono::nanoseconds time{0};  // spent in dispatches
  std::uint64_t failures = 0;        // reports that are not warnings
  std::uint64_t visa = 0;            // dispatches that were executed as vISA, or compared with it
  std::uint64_t differences = 0;     // dispatches whose vISA and machine code differed
  std::uint64_t preemptions = 0;     // preemptions of walkers

  WorkStats& operator+=(const DispatchStats& more) {
    return *this += {.dispatches = 1,
                     .groups = more.groups,
                     .threads = more.threads,
                     .instructions = more.instructions,
                     .lane_operations = more.lane_operations,
                     .time = more.time,
                     .visa = more.is_visa ? 1U : 0U,
                     .differences = more.difference ? 1U : 0U,
                     .preemptions = more.preemptions};
  }
  WorkStats& operator+=(const WorkStats& more) {
    dispatches += more.dispatches;
    groups += more.groups;
    threads += more.threads;
    instructions += more.instructions;
    lane_operations += more.lane_operations;
    time += more.time;
    failures += more.failures;
    visa += more.visa;
    differences += more.differences;
    preemptions += more.preemptions;
    return *this;
  }
};

}  // namespace eugene::gpu
