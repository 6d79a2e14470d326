// Collects the threads of a walker into Works.
//
// The threads of a Work can run at the same time: they are in one wave of the scoreboard, in groups of one size, and,
// if they have no groups, of one colour, so that their headers differ only in a few dwords. Without a scoreboard no
// thread has to wait, and threads are dispatched in parts, as a walker may make more threads than fit in memory. With a
// scoreboard, all threads are first sorted by wave, so their number is limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/media/scoreboard.h"
#include "gpu/media/walker.h"

namespace eugene::gpu {

class WalkerThreads {
 public:
  static constexpr std::size_t kPart = std::size_t{1} << 16;   // max threads of one Work
  static constexpr std::size_t kMax = std::size_t{1} << 22;    // max threads that wait for their wave
  static constexpr std::size_t kGroup = std::size_t{1} << 10;  // max threads of a group, more than any device runs

  // Runs threads to their end, in groups of `group_size`.
  using Run = std::function<Result<void>(std::span<const MediaPlace> places, unsigned group_size)>;

  // With `waits`, threads follow the scoreboard. With `grouped`, threads with the same MediaPlace::group form a group.
  WalkerThreads(WaveCounter waves, bool waits, bool grouped, Run run)
      : waves_(std::move(waves)), waits_(waits), grouped_(grouped), run_(std::move(run)) {}

  // Adds the next thread of the walk.
  Result<void> add(const MediaPlace& place);
  // Must be called after the last thread. Runs the threads that are left.
  Result<void> finish();

 private:
  struct Waiting {
    unsigned wave = 0;
    unsigned group_size = 1;
    MediaPlace place;
  };

  Result<void> close_group();
  Result<void> run_waiting();

  WaveCounter waves_;
  bool waits_;
  bool grouped_;
  Run run_;
  std::vector<MediaPlace> group_;  // the group that is being filled
  std::vector<Waiting> waiting_;   // complete groups
};

}  // namespace eugene::gpu
