// Post-sync writes of abandoned requests, made late so that a driver that only polls memory does not wait forever.
//
// The problem: Intel's OpenCL driver polls memory for the number that a request writes last. When a program waits, the
// driver also asks every half second whether the GPU has hung (GET_RESET_STATS). When the driver itself waits, before
// it frees memory of the program, it never asks. If the number were written at once, the program would take the failed
// request for done; if it were never written, the driver would wait forever. So it is written after kDelay, when each
// file that asks about hangs has asked, or earlier, once the program knows of the failure.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace eugene::i915 {

struct LateWrite {
  std::weak_ptr<const void> owner;  // owns the memory; nothing is written once the owner is gone
  std::byte* host = nullptr;
  std::uint64_t value = 0;
  unsigned bytes = 0;
};

// Used under the queue's lock.
class LateWrites {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Ten polls of the driver, which asks every half second.
  static constexpr std::chrono::seconds kDelay{5};

  // Adds the writes of one request. They are due at `now` + kDelay.
  void add(std::vector<LateWrite> writes, Time now);
  // Makes the writes that are due at `now`. Time::max() makes all writes.
  void make(Time now);
  // Returns when the next writes are due; Time::max() if there are none.
  Time due() const { return requests_.empty() ? Time::max() : requests_.front().due; }

 private:
  struct RequestWrites {
    Time due;
    std::vector<LateWrite> writes;
  };
  std::vector<RequestWrites> requests_;  // oldest first
};

}  // namespace eugene::i915
