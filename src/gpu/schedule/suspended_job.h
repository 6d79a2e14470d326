// Work between two of its stays on the device, and while it is there.
#pragma once

#include <chrono>

#include "gpu/schedule/job.h"
#include "gpu/schedule/worker_result.h"

namespace eugene::gpu {

struct SuspendedJob {
  WorkerResult result;               // so far
  std::chrono::nanoseconds time{0};  // on the device
  Job job;
};

}  // namespace eugene::gpu
