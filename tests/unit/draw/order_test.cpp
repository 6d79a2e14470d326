#include "draw/pixel/order.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

namespace eugene::draw {
namespace {

using Triangles = std::vector<std::vector<std::uint32_t>>;

// Returns the rounds of blocks with the triangles 0, 1, ...
Triangles divide(std::vector<Fragment> fragments) {
  for (std::uint32_t i = 0; i < fragments.size(); ++i) fragments[i].triangle = i;
  const Rounds rounds(fragments);
  Triangles triangles(rounds.size());
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    for (const Fragment& each : rounds[i]) triangles[i].push_back(each.triangle);
  }
  return triangles;
}

TEST(Order, BlocksApartAreOneRound) {
  const std::vector<Fragment> fragments{{.block = {.x = 0}}, {.block = {.x = 4}}, {.block = {.x = 4}, .layer = 1}};
  EXPECT_EQ(divide(fragments), (Triangles{{0, 1, 2}}));
}

TEST(Order, EarlierTrianglesComeFirst) {
  const std::vector<Fragment> fragments{
      {.block = {.x = 4}}, {.block = {.x = 4}}, {.block = {.x = 8}}, {.block = {.x = 4}}};
  EXPECT_EQ(divide(fragments), (Triangles{{0, 2}, {1}, {3}}));
}

TEST(Order, ATriangleIsOneRound) {
  const std::vector<Fragment> fragments{{.block = {.x = 4}, .triangle = 3}, {.block = {.x = 8}, .triangle = 3}};
  const Rounds rounds(fragments);
  ASSERT_EQ(rounds.size(), 1U);
  EXPECT_EQ(rounds[0].data(), fragments.data());
  EXPECT_EQ(rounds[0].size(), 2U);
}

TEST(Order, NothingHasNoRounds) { EXPECT_EQ(Rounds({}).size(), 0U); }

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
  for (const auto& round : divide(fragments)) {
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
