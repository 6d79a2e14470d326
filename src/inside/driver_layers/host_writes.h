// Bytes of its kernels' memory that a program has written by API calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "../process/calls.h"

namespace eugene::inside {

// A range of bytes of a buffer.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
  bool contains(const Range& other) const { return begin <= other.begin && other.end <= end; }
};
// All of a buffer.
inline constexpr Range kWhole{0, std::numeric_limits<std::size_t>::max()};

// Bytes of a buffer that API calls of the program may have written. More than eugene_max_ranges ranges become one
// range, including the gaps.
struct HostWrites {
  std::uint64_t calls = 0;
  std::vector<Range> ranges;  // ascending, with gaps between them
  void add(const Range& range);
  // Puts the ranges into the description of an argument.
  void tell(eugene_argument& argument) const;
};

}  // namespace eugene::inside
