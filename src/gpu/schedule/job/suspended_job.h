// Work that has begun and not ended, whether it is on the device or preempted.
#pragma once

#include <chrono>

#include "gpu/schedule/job/job.h"
#include "gpu/schedule/job/worker_result.h"

namespace eugene::gpu {

struct SuspendedJob {
  WorkerResult result;               // result so far
  std::chrono::nanoseconds time{0};  // time on the device
  Job job;
};

}  // namespace eugene::gpu
