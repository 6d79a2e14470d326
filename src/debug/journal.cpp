#include "debug/journal.h"

#include <algorithm>

namespace eugene::debug {

void Journal::group_begins(std::uint64_t group) {
  if (!parts_.empty() && parts_.back().group >= group) return;  // it begins again
  if (lines_ > most_lines_) thin_out();
  parts_.push_back({.group = group, .lines = {}});
}

void Journal::keep(std::uint64_t address, std::uint64_t bytes) {
  if (parts_.empty() || bytes == 0) return;
  auto& lines = parts_.back().lines;
  const std::uint64_t last = (address + bytes - 1) / kLineBytes;
  for (std::uint64_t number = address / kLineBytes; number <= last; ++number) {
    const auto [at, is_new] = lines.try_emplace(number);
    if (!is_new) continue;
    ++lines_;
    // Lines do not cross pages, so all of it is there or nothing; of what is not mapped nothing can be written either.
    if (!view_.read(number * kLineBytes, at->second)) {
      lines.erase(at);
      --lines_;
    }
  }
}

std::uint64_t Journal::group_before(std::uint64_t group) const {
  const auto after = std::ranges::upper_bound(parts_, group, {}, &Part::group);
  return after == parts_.begin() ? group : (after - 1)->group;
}

void Journal::restore(std::uint64_t group) {
  while (!parts_.empty() && parts_.back().group >= group) {
    for (const auto& [number, line] : parts_.back().lines) (void)view_.write(number * kLineBytes, line);
    lines_ -= parts_.back().lines.size();
    parts_.pop_back();
  }
}

// Two groups become one part: the older contents of a line are those that count.
void Journal::thin_out() {
  std::vector<Part> fewer;
  for (std::size_t i = 0; i < parts_.size(); i += 2) {
    Part& part = fewer.emplace_back(std::move(parts_[i]));
    if (i + 1 < parts_.size()) part.lines.merge(parts_[i + 1].lines);
  }
  parts_ = std::move(fewer);
  lines_ = 0;
  for (const Part& each : parts_) lines_ += each.lines.size();
  most_lines_ = std::max(most_lines_, 2 * lines_);
}

}  // namespace eugene::debug
