#include "gpu/timeline.h"

#include <algorithm>
#include <utility>

namespace eugene::gpu {

bool Timeline::group_begins(std::uint64_t group, unsigned threads) {
  if (std::exchange(resumes_, false)) return false;
  now_ = {.group = group};
  executed_.assign(threads, ~std::uint64_t{0});
  if (limits_.marks_groups)
    add({.moment = now_, .clock = clock_, .executed = executed_, .from = {.group = group}, .kept = {}});
  return true;
}

Timeline::Step Timeline::step(unsigned thread, std::uint64_t executed) {
  if (direction_ == Direction::leaving || std::exchange(executed_[thread], executed) == executed) return Step::repeated;
  ++now_.event;
  ++clock_;
  if (direction_ == Direction::forward) return Step::forward;
  if (now_ < target_) return Step::back;
  stay();
  return Step::arrived;
}

bool Timeline::wants_mark() const {
  const std::uint64_t last = parts_.empty() ? 0 : parts_.back().mark.clock;
  return direction_ != Direction::leaving && clock_ - last >= limits_.distance;
}

void Timeline::mark(const std::shared_ptr<const eu::GroupState>& state, std::any kept) {
  add({.moment = now_,
       .clock = clock_,
       .executed = executed_,
       .from = {.group = now_.group, .state = state},
       .kept = std::move(kept)});
  give_up_marks();
}

// On the way back, the dispatch may come to a mark once more.
void Timeline::add(Mark mark) {
  if (!parts_.empty() && parts_.back().begin() >= mark.moment) return;
  parts_.push_back({.mark = std::move(mark), .lines = {}});
  state_bytes_ += parts_.back().state_bytes();
  keep_limits();
}

void Timeline::overwrites(std::uint64_t address, std::uint64_t bytes) {
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

std::size_t Timeline::parts_before(const Moment& moment) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(parts_, moment, {}, &Part::begin) - parts_.begin());
}

void Timeline::leave(const Part& from, const Moment& target) {
  origin_ = from.begin();
  target_ = target;
  leaving_to_ = from.mark.from;
  direction_ = Direction::leaving;
}

void Timeline::seek(const Moment& moment) { leave(parts_[std::max<std::size_t>(parts_before(moment), 1) - 1], moment); }

bool Timeline::search(const Moment& until, const Moment& before) {
  const std::size_t parts = parts_before(before);
  if (parts == 0) return false;
  leave(parts_[parts - 1], until);
  return true;
}

const Timeline::Mark& Timeline::goes_back() {
  direction_ = Direction::back;
  return restore(origin_);
}

const Timeline::Mark* Timeline::rewind(std::uint64_t clock) {
  const auto is_usable = [&](const Part& each) { return each.mark.from.state != nullptr && each.mark.clock <= clock; };
  const auto last = std::ranges::find_if(parts_.rbegin(), parts_.rend(), is_usable);
  direction_ = Direction::forward;
  return last == parts_.rend() ? nullptr : &restore(last->begin());
}

const Timeline::Mark& Timeline::restore(const Moment& mark) {
  while (parts_.size() > 1 && parts_.back().begin() > mark) {
    put_back(parts_.back());
    state_bytes_ -= parts_.back().state_bytes();
    parts_.pop_back();
  }
  put_back(parts_.back());
  const Mark& to = parts_.back().mark;
  now_ = to.moment;
  clock_ = to.clock;
  executed_ = to.executed;
  resumes_ = to.from.state != nullptr;
  return to;
}

void Timeline::put_back(Part& part) {
  for (const auto& [number, line] : part.lines) (void)view_.write(number * kLineBytes, line);
  lines_ -= part.lines.size();
  part.lines.clear();
}

// Merges each part for which `joins(part before it, its index)` is true into the part before it. Where both have a
// line, the older contents are kept.
template <class Joins>
void Timeline::join(Joins joins) {
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
    state_bytes_ += each.state_bytes();
  }
}

// Only marks with snapshots can lie too close to each other.
void Timeline::give_up_marks() {
  const auto is_too_short = [&](const Part& before, std::size_t i) {
    if (parts_[i].mark.from.state == nullptr || i + 1 == parts_.size()) return false;
    const std::uint64_t end = parts_[i + 1].mark.clock;
    return (end - before.mark.clock) * kFineness <= parts_.back().mark.clock - end;
  };
  bool any = false;
  for (std::size_t i = 1; i < parts_.size() && !any; ++i) any = is_too_short(parts_[i - 1], i);
  if (any) join(is_too_short);
}

void Timeline::keep_limits() {
  if (lines_ <= limits_.lines && state_bytes_ <= limits_.state_bytes) return;
  join([&](const Part& /*before*/, std::size_t i) { return i % 2 != 0 && i + 1 != parts_.size(); });
  limits_.lines = std::max(limits_.lines, 2 * lines_);
}

}  // namespace eugene::gpu
