#include "memory/place_runs.h"

#include <gtest/gtest.h>

namespace eugene::memory {
namespace {

// Eight rows of a Y tile are 16 bytes apart; the next group's tile is 4 KB away.
TEST(PlaceRuns, PredictsTheNextTile) {
  PlaceRuns runs;
  const auto group = [&](std::uint32_t tile) {
    std::int32_t distance = 0;
    for (std::uint32_t row = 0; row < 8; ++row) distance = runs.distance_to_next(tile * 4096 + row * 16);
    return distance;
  };
  group(0);
  EXPECT_EQ(group(1), 4096);
  EXPECT_EQ(group(2), 4096);
  EXPECT_EQ(group(10), 8 * 4096);
  EXPECT_EQ(group(9), -4096);
}

TEST(PlaceRuns, MessagesNearEachOtherAreOneRun) {
  PlaceRuns runs;
  EXPECT_EQ(runs.distance_to_next(0), 0);
  EXPECT_EQ(runs.distance_to_next(2000), 0);
  EXPECT_EQ(runs.distance_to_next(4000), 0);
  EXPECT_EQ(runs.distance_to_next(8000), 8000);
  EXPECT_EQ(runs.distance_to_next(6000), 8000);
}

}  // namespace
}  // namespace eugene::memory
