// Results of one worker in a dispatch, and their sum over all workers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "gpu/report.h"
#include "gpu/schedule/work/work.h"
#include "gpu/tiers/tiered_kernel.h"

namespace eugene::gpu {

struct GroupFault {
  std::uint64_t group = 0;  // index in dispatch order
  KernelFault fault;
};
// `group` is the index in dispatch order, `thread` the index in the group.
GroupFault make_fault(const Work& work, std::uint64_t group, unsigned thread, eu::Fault fault);

// If several groups had a fault, the fault of the lowest group is kept, so that the result does not depend on the
// number of workers.
struct WorkerResult {
  std::uint64_t groups = 0;  // groups whose threads have all ended
  TierCounts interpreted;
  TierCounts compiled;
  std::uint64_t digest = 0;                       // sum of the threads' digests, if they keep digests: eu/digest.h
  std::optional<GroupFault> fault;                // a fault that ended its thread
  std::map<std::uint32_t, GroupFault> recovered;  // faults that did not end their threads, by instruction

  void add_fault(GroupFault&& more);
  void add_recovered(std::uint32_t ip, GroupFault&& more);
  void add(WorkerResult&& more);
};

}  // namespace eugene::gpu
