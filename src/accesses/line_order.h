// The lines that a trace accesses, in the order in which a profile counts them: by group, and within a group by barrier
// phase and slice (profile/group_lines.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "accesses/record.h"
#include "profile/group_lines.h"

namespace eugene::accesses {

struct LaunchLines {
  std::uint64_t launch = 0;
  std::vector<profile::LineAccess> lines;  // `instruction` of each is its ip
};

class LineOrder {
 public:
  explicit LineOrder(unsigned line_bytes) : line_bytes_(line_bytes) {}
  // Adds the next rows of the trace. Appends all groups to `lines` except the last, which may be incomplete.
  void add(const Rows& rows, std::vector<LaunchLines>& lines);
  // Appends the last group to `lines`.
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
  std::vector<Line> lines_;                              // of the current group
  std::size_t threads_ = 0;
  Line message_;                                                  // the current message
  std::uint64_t executed_ = 0;                                    // instructions of its thread before the message
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reached_;  // first and last line of each of its accesses
  profile::GroupLines order_;
};

}  // namespace eugene::accesses
