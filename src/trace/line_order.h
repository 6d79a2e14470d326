// The lines that a trace accesses, in the order in which a profile counts them: group after group, and within it by
// phases and turns (profile/group_lines.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profile/group_lines.h"
#include "trace/record.h"

namespace eugene::trace {

struct LaunchLines {
  std::uint64_t launch = 0;
  std::vector<profile::LineAccess> lines;  // of each the ip as its instruction
};

class LineOrder {
 public:
  explicit LineOrder(unsigned line_bytes) : line_bytes_(line_bytes) {}
  // Rows go on where those before have ended. Takes all but the last group, which may not be whole.
  void add(const Rows& rows, std::vector<LaunchLines>& lines);
  void end(std::vector<LaunchLines>& lines);

 private:
  struct Line {
    std::size_t thread = 0;
    std::uint64_t when = 0;
    profile::LineAccess access;
  };
  void end_message();

  unsigned line_bytes_;
  std::pair<std::int64_t, std::int64_t> group_{-1, -1};  // launch and group
  std::vector<Line> lines_;                              // of the group
  std::size_t threads_ = 0;
  Line message_;                                                  // under way
  std::uint64_t executed_ = 0;                                    // before it
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reached_;  // by it: the first line and the last
  profile::GroupLines order_;
};

}  // namespace eugene::trace
