// A walker between two of its stays on the machine, and while it is there.
#pragma once

#include <chrono>

#include "gpu/schedule/job.h"
#include "gpu/schedule/worker_result.h"

namespace eugene::gpu {

struct SuspendedWalker {
  WorkerResult result;               // so far
  std::chrono::nanoseconds time{0};  // on the machine
  Job job;
};

}  // namespace eugene::gpu
