// BXT PRM vol6 "SLM Bank Hardware Implementation": 16 dwords a clock where they are in different arrays.
#include "profile/slm_arrays.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace eugene::profile {
namespace {

constexpr unsigned kChannels = 16;

std::vector<std::uint32_t> strided(unsigned dwords) {
  std::vector<std::uint32_t> offsets;
  for (unsigned i = 0; i < kChannels; ++i) offsets.push_back(i * dwords * 4);
  return offsets;
}

SlmClocks slm_clocks(const std::vector<std::uint32_t>& offsets, unsigned bytes, bool atomic) {
  std::vector<AccessedElement> elements;
  for (const std::uint32_t offset : offsets) elements.push_back({.place = offset, .bytes = bytes});
  return profile::slm_clocks(elements, atomic);
}

// 16 channels with a stride of s dwords reach 16 / gcd(s, 16) arrays, each gcd(s, 16) times.
class SlmStride : public testing::TestWithParam<unsigned> {};
TEST_P(SlmStride, TakesAsManyClocksAsTheoryDoes) {
  EXPECT_EQ(slm_clocks(strided(GetParam()), 4, false), (SlmClocks{std::gcd(GetParam(), 16U), 1}));
  EXPECT_EQ(slm_clocks(strided(GetParam()), 4, true), (SlmClocks{std::gcd(GetParam(), 16U), 1}));
}
INSTANTIATE_TEST_SUITE_P(OneTo32, SlmStride, testing::Range(1U, 33U));

// A tile of 16 x 16 dwords, written by rows and read by columns.
SlmClocks transpose(unsigned pitch) {
  SlmClocks clocks;
  for (unsigned line = 0; line < kChannels; ++line) {
    std::vector<std::uint32_t> row, column;
    for (unsigned i = 0; i < kChannels; ++i) {
      row.push_back((line * pitch + i) * 4);
      column.push_back((i * pitch + line) * 4);
    }
    clocks += slm_clocks(row, 4, false);
    clocks += slm_clocks(column, 4, false);
  }
  return clocks;
}
TEST(SlmArrays, TransposeWithoutPaddingConflictsInEveryColumn) {
  EXPECT_EQ(transpose(16), (SlmClocks{16 + 16 * 16, 32}));
}
TEST(SlmArrays, TransposeWithPaddingDoesNot) { EXPECT_EQ(transpose(17), (SlmClocks{32, 32})); }

TEST(SlmArrays, SameDwordIsSharedButNotByAtomics) {
  const std::vector<std::uint32_t> same(kChannels, 64);
  EXPECT_EQ(slm_clocks(same, 4, false), (SlmClocks{1, 1}));
  EXPECT_EQ(slm_clocks(same, 4, true), (SlmClocks{16, 1}));
}

TEST(SlmArrays, ElementsOfSeveralDwordsReachSeveralArrays) {
  const std::vector<std::uint32_t> block{0};
  EXPECT_EQ(slm_clocks(block, 128, false), (SlmClocks{2, 2}));
  EXPECT_EQ(slm_clocks(strided(2), 8, false), (SlmClocks{2, 2}));
  const std::vector<std::uint32_t> across{2};
  EXPECT_EQ(slm_clocks(across, 4, false), (SlmClocks{1, 1}));
  EXPECT_EQ(slm_clocks({}, 4, false), SlmClocks{});
}

// Eight channels with four dwords each, as they come: all first dwords, all second ones.
TEST(SlmArrays, RowOf32DwordsTakesTwoClocks) {
  std::vector<std::uint32_t> row;
  for (unsigned dword = 0; dword < 4; ++dword) {
    for (unsigned channel = 0; channel < 8; ++channel) row.push_back(channel * 16 + dword * 4);
  }
  EXPECT_EQ(slm_clocks(row, 4, false), (SlmClocks{2, 2}));
  for (std::uint32_t& offset : row) offset += 4;
  EXPECT_EQ(slm_clocks(row, 4, false), (SlmClocks{2, 2}));
}

}  // namespace
}  // namespace eugene::profile
