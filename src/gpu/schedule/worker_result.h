// Results of one worker in a dispatch, and their sum over all workers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "gpu/report.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

struct GroupFault {
  std::uint64_t group = 0;  // its place in the walk
  KernelFault fault;
};

// If several groups had a fault, the fault of the lowest group is kept, so the result does not depend on the number of
// workers.
struct WorkerResult {
  std::uint64_t groups = 0;  // whose threads have all ended
  TierCounts interpreted;
  TierCounts compiled;
  std::uint64_t digest = 0;                       // of all threads, where they keep them: eu/digest.h
  std::optional<GroupFault> fault;                // that ended a thread
  std::map<std::uint32_t, GroupFault> recovered;  // those that did not, by instruction

  void add_fault(GroupFault&& more);
  void add_recovered(std::uint32_t ip, GroupFault&& more);
  void add(WorkerResult&& more);
};

}  // namespace eugene::gpu
