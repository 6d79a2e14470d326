#include "debug/journal.h"

#include <algorithm>
#include <utility>

namespace eugene::debug {

void Journal::begins(Beginning beginning) {
  if (!parts_.empty() && parts_.back().begin() >= beginning.track.now) return;
  if (beginning.state != nullptr) state_bytes_ += beginning.state->bytes();
  parts_.push_back({.beginning = std::move(beginning), .lines = {}});
  thin_out();
}

void Journal::keep(std::uint64_t address, std::uint64_t bytes) {
  if (parts_.empty() || bytes == 0) return;
  auto& lines = parts_.back().lines;
  const std::uint64_t last = (address + bytes - 1) / kLineBytes;
  for (std::uint64_t number = address / kLineBytes; number <= last; ++number) {
    const auto [at, is_new] = lines.try_emplace(number);
    if (!is_new) continue;
    ++lines_;
    // A line does not cross pages, so it is mapped as a whole or not at all. A line that is not mapped cannot be
    // written either.
    if (!view_.read(number * kLineBytes, at->second)) {
      lines.erase(at);
      --lines_;
    }
  }
}

std::optional<Moment> Journal::before(const Moment& moment) const {
  const auto at = std::ranges::lower_bound(parts_, moment, {}, &Part::begin);
  return at == parts_.begin() ? std::nullopt : std::optional((at - 1)->begin());
}

std::shared_ptr<const eu::GroupState> Journal::state_at(const Moment& beginning) const {
  const auto at = std::ranges::lower_bound(parts_, beginning, {}, &Part::begin);
  return at != parts_.end() && at->begin() == beginning ? at->beginning.state : nullptr;
}

const Journal::Beginning& Journal::restore(const Moment& beginning) {
  while (parts_.size() > 1 && parts_.back().begin() > beginning) {
    put_back(parts_.back());
    if (const auto& state = parts_.back().beginning.state) state_bytes_ -= state->bytes();
    parts_.pop_back();
  }
  put_back(parts_.back());
  return parts_.back().beginning;
}

void Journal::put_back(Part& part) {
  for (const auto& [number, line] : part.lines) (void)view_.write(number * kLineBytes, line);
  lines_ -= part.lines.size();
  part.lines.clear();
}

// Merges each part for which `joins(part before it, its index)` is true into the part before it. Where both have a
// line, the older contents are kept.
template <class Joins>
void Journal::join(Joins joins) {
  std::vector<Part> fewer;
  for (std::size_t i = 0; i != parts_.size(); ++i) {
    if (!fewer.empty() && joins(fewer.back(), i))
      fewer.back().lines.merge(parts_[i].lines);
    else
      fewer.push_back(std::move(parts_[i]));
  }
  parts_ = std::move(fewer);
  lines_ = state_bytes_ = 0;
  for (const Part& each : parts_) {
    lines_ += each.lines.size();
    if (each.beginning.state != nullptr) state_bytes_ += each.beginning.state->bytes();
  }
}

void Journal::thin_out() {
  const std::uint64_t now = clock();
  const auto is_too_short = [&](const Part& before, std::size_t i) {
    if (parts_[i].beginning.state == nullptr || i + 1 == parts_.size()) return false;
    const std::uint64_t end = parts_[i + 1].clock();
    return (end - before.clock()) * kFineness <= now - end;
  };
  bool any = false;
  for (std::size_t i = 1; i < parts_.size() && !any; ++i) any = is_too_short(parts_[i - 1], i);
  if (any) join(is_too_short);
  if (lines_ <= limits_.lines && state_bytes_ <= limits_.state_bytes) return;
  join([&](const Part& /*before*/, std::size_t i) { return i % 2 != 0 && i + 1 != parts_.size(); });
  limits_.lines = std::max(limits_.lines, 2 * lines_);
}

}  // namespace eugene::debug
