// The cache lines that the threads of a group access, in a deterministic order: by barrier phase, then round-robin in
// slices of 64 instructions. The order does not depend on host workers or on the real interleaving. Example with two
// threads and one barrier: T0[0..63] T1[0..63] T0[64..] T1[64..] (barrier) T0 T1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profile/profiler.h"

namespace eugene::profile {

class GroupLines {
 public:
  void begin(unsigned threads);
  // Returns the time of a message that `thread` sends after `executed` instructions: its barrier phase and its slice.
  std::uint64_t time(std::size_t thread, std::uint64_t executed) const {
    return compute_time(barriers_[thread], executed);
  }
  // Returns the same for a thread that has arrived at `barriers` barriers.
  static std::uint64_t compute_time(std::uint64_t barriers, std::uint64_t executed);
  void add(std::size_t thread, const LineAccess& access, std::uint64_t when) {
    lines_[thread].push_back({.access = access, .when = when});
  }
  // count() returns the number of lines of `thread` so far. cut() rolls back to an earlier count.
  std::size_t count(std::size_t thread) const { return lines_[thread].size(); }
  void cut(std::size_t thread, std::size_t count) { lines_[thread].resize(count); }
  // Begins the next barrier phase of `thread`.
  void arrive(std::size_t thread) { ++barriers_[thread]; }
  // Removes all lines and returns them in order.
  std::vector<LineAccess> take();

 private:
  struct TimedLine {
    LineAccess access;
    std::uint64_t when = 0;  // result of time()
  };
  std::vector<std::vector<TimedLine>> lines_;  // by thread
  std::vector<std::uint64_t> barriers_;        // by thread
};

}  // namespace eugene::profile
