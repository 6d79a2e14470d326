#include "gpu/media/walker_threads.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/media/media_work.h"

namespace eugene::gpu {
Result<void> WalkerThreads::add(const MediaPlace& place) {
  const bool begins_group = !grouped_ || (!group_.empty() && group_.front().group != place.group);
  if (begins_group) {
    if (const Result<void> done = close_group(); !done) return done;
  }
  if (group_.size() == kGroup) {
    return fail(fmt::format("a thread group has more than {} threads", kGroup), kMediaSection,
                "choose a loop with fewer runs in Group ID Loop Select");
  }
  group_.push_back(place);
  return {};
}

Result<void> WalkerThreads::close_group() {
  if (group_.empty()) return {};
  if (waits_ && waves_.depends_on_itself(group_)) {
    return fail(fmt::format("threads of group {} depend on each other by the scoreboard, but start together",
                            group_.front().group),
                kMediaSection, "leave the dependency out, or make the threads different groups");
  }
  const unsigned wave = waits_ ? waves_.next(group_) : 0;
  const auto size = static_cast<unsigned>(group_.size());
  if (waiting_.size() + size > (waits_ ? kMax : kPart)) {
    if (waits_) {
      return fail(fmt::format("a walker that uses the scoreboard makes more than {} threads", kMax), kMediaSection,
                  "divide the picture among several walkers");
    }
    if (const Result<void> done = run_waiting(); !done) return done;
  }
  for (const MediaPlace& place : group_) waiting_.push_back({wave, size, place});
  group_.clear();
  return {};
}

Result<void> WalkerThreads::finish() {
  if (const Result<void> done = close_group(); !done) return done;
  return run_waiting();
}

// Runs all waiting threads, wave by wave, and within a wave in the order of the walk. A Work has groups of one size.
Result<void> WalkerThreads::run_waiting() {
  std::ranges::stable_sort(waiting_, {}, &Waiting::wave);
  std::vector<MediaPlace> places;
  for (auto begin = waiting_.begin(); begin != waiting_.end();) {
    const std::size_t limit = kPart / begin->group_size * begin->group_size;
    places.clear();
    auto end = begin;
    while (end != waiting_.end() && end->wave == begin->wave && end->group_size == begin->group_size &&
           places.size() < limit) {
      places.push_back(end++->place);
    }
    if (const Result<void> done = run_(places, begin->group_size); !done) return done;
    begin = end;
  }
  waiting_.clear();
  return {};
}

}  // namespace eugene::gpu
