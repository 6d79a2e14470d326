#include "base/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/name_character.h"

namespace eugene {
namespace {

// Returns the edit distance of two names: insertions, deletions, replacements and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) && to_lower(a[i - 2]) == to_lower(b[j - 1])) {
        now[j] = std::min(now[j], before_last[j - 2] + 1);
      }
    }
    before_last = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongest = 64;  // names are shorter
  if (wrong.empty() || wrong.size() > kLongest) return {};
  std::string_view best;
  // At most a third of the letters may differ, and never all of them.
  std::size_t best_distance = std::min(std::max<std::size_t>(1, wrong.size() / 3) + 1, wrong.size());
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongest) continue;
    const std::size_t d = distance(wrong, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace eugene
