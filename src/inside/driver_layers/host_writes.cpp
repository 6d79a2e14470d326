#include "host_writes.h"

#include <algorithm>

namespace eugene::inside {

void HostWrites::add(const Range& range) {
  ++calls;
  if (range.begin >= range.end) return;
  Range joined = range;
  std::erase_if(ranges, [&](const Range& each) {
    const bool touches = each.begin <= joined.end && joined.begin <= each.end;
    if (touches) joined = {std::min(joined.begin, each.begin), std::max(joined.end, each.end)};
    return touches;
  });
  ranges.insert(std::ranges::upper_bound(ranges, joined.begin, {}, &Range::begin), joined);
  if (ranges.size() > eugene_max_ranges) ranges = {{ranges.front().begin, ranges.back().end}};
}

void HostWrites::tell(eugene_argument& argument) const {
  argument.host_writes = calls;
  std::ranges::transform(ranges, argument.written,
                         [](const Range& range) { return eugene_range{range.begin, range.end}; });
}

}  // namespace eugene::inside
