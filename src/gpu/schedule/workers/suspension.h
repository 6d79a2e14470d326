// A worker leaves unfinished work in its place of a preempted job (preemption.h), and takes it up again.
#pragma once

#include <cstdint>

#include "gpu/schedule/workers/worker_run.h"

namespace eugene::gpu {

// Leaves groups that have not begun. Drops them if the work is not preempted.
void leave_groups(WorkerRun& run, GroupRange rest);
// Returns a copy of the current group, between two turns.
SuspendedGroup copy_group(WorkerRun& run);
// Leaves the current group, which has begun, and the groups after it up to `end`.
void leave_group(WorkerRun& run, std::uint64_t end);
// Makes `group` the current group again, with its threads, barriers and local memory.
void restore_group(WorkerRun& run, const SuspendedGroup& group);

}  // namespace eugene::gpu
