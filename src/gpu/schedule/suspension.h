// How a worker leaves unfinished work in its place of the job when that is preempted (preemption.h), and takes it
// up again.
#pragma once

#include <cstdint>

#include "gpu/schedule/worker_run.h"

namespace eugene::gpu {

// Leaves groups that have not begun. If the work is not preempted, its rest is dropped, and nothing is left.
void leave_groups(WorkerRun& run, GroupRange rest);
// The current group, between two turns.
SuspendedGroup copy_group(WorkerRun& run);
// Leaves the current group, in the middle, and after it the groups up to `end`.
void leave_group(WorkerRun& run, std::uint64_t end);
// Makes `group` the current group again, with its threads, barriers and local memory.
void restore_group(WorkerRun& run, const SuspendedGroup& group);

}  // namespace eugene::gpu
