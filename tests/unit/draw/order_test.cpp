#include "draw/pixel/order.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

namespace eugene::draw {
namespace {

using Rounds = std::vector<std::vector<std::uint32_t>>;

TEST(Order, BlocksApartAreOneRound) {
  const std::vector<Fragment> fragments{{.block = {.x = 0}}, {.block = {.x = 4}}, {.block = {.x = 4}, .layer = 1}};
  EXPECT_EQ(divide_into_rounds(fragments), (Rounds{{0, 1, 2}}));
}

TEST(Order, EarlierTrianglesComeFirst) {
  const std::vector<Fragment> fragments{
      {.block = {.x = 4}}, {.block = {.x = 4}}, {.block = {.x = 8}}, {.block = {.x = 4}}};
  EXPECT_EQ(divide_into_rounds(fragments), (Rounds{{0, 2}, {1}, {3}}));
}

TEST(Order, NothingHasNoRounds) { EXPECT_TRUE(divide_into_rounds({}).empty()); }

// Every fragment is in one round, no round has a block twice, and the rounds of a block are in the order of fragments.
TEST(Order, RandomFragments) {
  std::mt19937 random(1);
  std::vector<Fragment> fragments(500);
  for (Fragment& each : fragments)
    each = {
        .block = {.x = static_cast<std::uint16_t>(random() % 4 * 4), .y = static_cast<std::uint16_t>(random() % 4 * 4)},
        .layer = static_cast<std::uint16_t>(random() % 2)};
  std::set<std::uint32_t> seen;
  std::map<std::tuple<unsigned, unsigned, unsigned>, std::uint32_t> last;
  for (const auto& round : divide_into_rounds(fragments)) {
    std::set<std::tuple<unsigned, unsigned, unsigned>> places;
    for (const std::uint32_t index : round) {
      EXPECT_TRUE(seen.insert(index).second);
      const Fragment& each = fragments[index];
      const std::tuple<unsigned, unsigned, unsigned> place{each.block.x, each.block.y, each.layer};
      EXPECT_TRUE(places.insert(place).second);
      const auto [before, is_first] = last.try_emplace(place, index);
      if (!is_first) {
        EXPECT_LT(before->second, index);
      }
      before->second = index;
    }
  }
  EXPECT_EQ(seen.size(), fragments.size());
}

}  // namespace
}  // namespace eugene::draw
