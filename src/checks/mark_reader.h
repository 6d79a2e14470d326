// Reads the marks that asynchronous copies leave (base/copy_marks.h) from what messages write.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/copy_marks.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::checks {

// Whether a program leaves marks: the number by which one begins stands in its code.
bool has_copy_marks(const isa::Program& program);

// The mark of a channel of a message, counted in the message.
struct ChannelMark {
  unsigned channel = 0;
  CopyMark mark;
  bool operator==(const ChannelMark&) const = default;
};

// The marks that compiled code writes by one message, by channel. Empty: it writes something else.
std::vector<ChannelMark> marks_in(const eu::LaneAccess& access);

// The same of a message that the port tells of in parts, one dword of each channel at a time.
class MarkReader {
 public:
  void begin() { parts_ = 0; }
  // What transferred() is told of.
  void add(const eu::Access& access, const eu::AccessValues& values);
  // When the message has ended.
  std::vector<ChannelMark> marks() const;

 private:
  static constexpr unsigned kParts = sizeof(CopyMark) / sizeof(std::uint32_t);
  static constexpr unsigned kNoMark = kParts + 1;

  unsigned parts_ = 0;  // so far; kNoMark: something else was among them
  std::uint32_t channels_ = 0;
  std::vector<std::uint64_t> offsets_;  // of the first part
  std::array<std::vector<std::uint32_t>, kParts> values_;
};

}  // namespace eugene::checks
