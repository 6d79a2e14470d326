// Post-sync writes of requests that have been given up: how a driver that waits for memory alone gets on.
//
// The problem: Intel's OpenCL driver waits for the number that a request writes last. Where a program waits, it asks
// every half second whether the GPU has hung (GET_RESET_STATS); where the driver itself waits, before it frees memory
// of the program's, it never asks. If the number came at once, the program would take the request for done; if it never
// came, the driver would wait forever. So it comes late: when each file that asks about hangs has asked, or when
// the program says that it knows of the failure.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace eugene::i915 {

struct LateWrite {
  std::weak_ptr<const void> owner;  // of the memory: nothing is written once the object is gone
  std::byte* host = nullptr;
  std::uint64_t value = 0;
  unsigned bytes = 0;
};

// Used under the lock of the queue.
class LateWrites {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Ten of the driver's half seconds.
  static constexpr std::chrono::seconds kDelay{5};

  // Of one request.
  void add(std::vector<LateWrite> writes, Time now);
  // Makes those that are due at `now`; Time::max(): all.
  void make(Time now);
  // When the next are due; Time::max(): there are none.
  Time due() const { return requests_.empty() ? Time::max() : requests_.front().due; }

 private:
  struct Given {
    Time due;
    std::vector<LateWrite> writes;
  };
  std::vector<Given> requests_;  // the oldest first
};

}  // namespace eugene::i915
