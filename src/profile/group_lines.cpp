#include "profile/group_lines.h"

#include <algorithm>

namespace eugene::profile {

void GroupLines::begin(unsigned threads) {
  lines_.resize(threads);
  barriers_.assign(threads, 0);
}

std::uint64_t GroupLines::compute_time(std::uint64_t barriers, std::uint64_t executed) {
  constexpr std::uint64_t kTurn = 64;
  constexpr unsigned kTurnBits = 44;
  return barriers << kTurnBits | executed / kTurn;
}

std::vector<LineAccess> GroupLines::take() {
  std::size_t left = 0;
  for (const auto& lines : lines_) left += lines.size();
  std::vector<LineAccess> ordered;
  ordered.reserve(left);
  std::vector<std::size_t> next(lines_.size());
  while (ordered.size() < left) {
    std::uint64_t when = ~std::uint64_t{0};
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (next[i] < lines_[i].size()) when = std::min(when, lines_[i][next[i]].when);
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (; next[i] < lines_[i].size() && lines_[i][next[i]].when == when; ++next[i])
        ordered.push_back(lines_[i][next[i]].access);
    }
  }
  for (auto& lines : lines_) lines.clear();
  return ordered;
}

}  // namespace eugene::profile
