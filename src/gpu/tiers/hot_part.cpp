#include "gpu/tiers/hot_part.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kShareOutside = 50;  // at most one in so many executions is outside of the part
// The instructions of a block are executed equally often, except that a count may begin or end within the block.
constexpr std::uint64_t kTolerance = 8;

}  // namespace

std::vector<bool> find_hot(std::span<const std::uint64_t> visits) {
  std::vector<std::uint64_t> sorted(visits.begin(), visits.end());
  std::ranges::sort(sorted, std::greater());
  const std::uint64_t all = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
  std::uint64_t covered = 0;
  std::uint64_t least = 0;
  for (const std::uint64_t each : sorted) {
    if (covered >= all - all / kShareOutside) break;
    covered += each;
    least = each;
  }
  least = std::max<std::uint64_t>(least - least / kTolerance, 1);
  std::vector<bool> hot;
  hot.reserve(visits.size());
  for (const std::uint64_t each : visits) hot.push_back(each >= least);
  return hot;
}

}  // namespace eugene::gpu
