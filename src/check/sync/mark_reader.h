// Reads the marks of asynchronous copies (base/copy_marks.h) from the data that messages write.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/copy_marks.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// Whether a program leaves marks: its code contains the first number of a mark.
bool has_copy_marks(const isa::Program& program);

// A mark, and the channel of the message that wrote it.
struct ChannelMark {
  unsigned channel = 0;
  CopyMark mark;
  bool operator==(const ChannelMark&) const = default;
};

// Returns the marks that compiled code writes by one message, by channel. Empty if the message writes anything else.
std::vector<ChannelMark> marks_in(const eu::LaneAccess& access);

// Reads the marks of a message that the port reports in parts, one dword of each channel at a time.
class MarkReader {
 public:
  void begin() { parts_ = 0; }
  // Must be called with each part that transferred() receives.
  void add(const eu::Access& access, const eu::AccessValues& values);
  // Returns the message's marks. Must be called when the message has ended.
  std::vector<ChannelMark> marks() const;

 private:
  static constexpr unsigned kParts = sizeof(CopyMark) / sizeof(std::uint32_t);
  static constexpr unsigned kNoMark = kParts + 1;

  unsigned parts_ = 0;  // parts so far; kNoMark: the message is not a mark
  std::uint32_t channels_ = 0;
  std::vector<std::uint64_t> offsets_;  // offsets of the first part
  std::array<std::vector<std::uint32_t>, kParts> values_;
};

}  // namespace eugene::check
