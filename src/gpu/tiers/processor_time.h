// Processor time, as opposed to wall-clock time.
#pragma once

#include <chrono>
#include <ctime>

namespace eugene::gpu {

// The processor time that the calling thread has used.
inline std::chrono::nanoseconds processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace eugene::gpu
