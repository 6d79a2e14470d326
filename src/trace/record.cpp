#include "trace/record.h"

#include <algorithm>
#include <iterator>

namespace eugene::trace {

const LaunchRun& run_of(std::span<const LaunchRun> launches, std::uint64_t number) {
  static const LaunchRun kNone;
  const auto after = std::ranges::upper_bound(launches, number, {}, &LaunchRun::first);
  return after == launches.begin() ? kNone : *std::prev(after);
}

}  // namespace eugene::trace
