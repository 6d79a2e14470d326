// The lines that threads of a group reach, in an order that does not depend on who executes them, nor on the turns they
// have there: by the barriers before, then every 64 instructions of one thread after as many of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profile/profiler.h"

namespace eugene::profile {

class GroupLines {
 public:
  void begin(unsigned threads);
  // When a message of `thread` is sent, after so many instructions.
  std::uint64_t time(std::size_t thread, std::uint64_t executed) const;
  void add(std::size_t thread, const LineAccess& access, std::uint64_t when) {
    lines_[thread].push_back({.access = access, .when = when});
  }
  // How many there are of `thread`; and as many as that again, if what came after does not count.
  std::size_t count(std::size_t thread) const { return lines_[thread].size(); }
  void cut(std::size_t thread, std::size_t count) { lines_[thread].resize(count); }
  // `thread` arrives at a barrier.
  void arrive(std::size_t thread) { ++barriers_[thread]; }
  // All in their order; none are left.
  std::vector<LineAccess> take();

 private:
  struct TimedLine {
    LineAccess access;
    std::uint64_t when = 0;  // in its thread: barriers, then turns
  };
  std::vector<std::vector<TimedLine>> lines_;  // by thread
  std::vector<std::uint64_t> barriers_;        // by thread
};

}  // namespace eugene::profile
