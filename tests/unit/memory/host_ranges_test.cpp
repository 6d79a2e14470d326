#include "memory/host_ranges.h"

#include <gtest/gtest.h>

#include <array>

namespace eugene::memory {
namespace {

class HostRangesTest : public testing::Test {
 protected:
  HostRanges::Range range(std::uint64_t begin, std::uint64_t pages, std::shared_ptr<const void> owner = nullptr) {
    return {.begin = begin, .end = begin + pages * kPageBytes, .host = host_.data(), .owner = std::move(owner)};
  }

  HostRanges ranges_;
  std::array<std::byte, 16 * kPageBytes> host_{};
};

TEST_F(HostRangesTest, FindsPagesOfRanges) {
  ASSERT_TRUE(ranges_.map(range(0x10000, 2)));
  EXPECT_EQ(ranges_.page(0x0FFFF, Access::read), nullptr);
  EXPECT_EQ(ranges_.page(0x10000, Access::read), host_.data());
  EXPECT_EQ(ranges_.page(0x11FFF, Access::write), host_.data() + kPageBytes);
  EXPECT_EQ(ranges_.page(0x12000, Access::read), nullptr);
}

TEST_F(HostRangesTest, GivesARangeInOnePiece) {
  ASSERT_TRUE(ranges_.map(range(0x10000, 8)));
  std::byte* host = nullptr;
  EXPECT_EQ(ranges_.pages_from(0x12000, Access::read, 100, host), 6U);
  EXPECT_EQ(host, host_.data() + 2 * kPageBytes);
  EXPECT_EQ(ranges_.pages_from(0x12000, Access::read, 3, host), 3U);
  EXPECT_EQ(ranges_.pages_from(0x20000, Access::read, 3, host), 0U);
}

TEST_F(HostRangesTest, RefusesToWriteWhereItMayNot) {
  HostRanges::Range read_only = range(0x10000, 1);
  read_only.writable = false;
  ASSERT_TRUE(ranges_.map(read_only));
  EXPECT_NE(ranges_.page(0x10000, Access::read), nullptr);
  EXPECT_EQ(ranges_.page(0x10000, Access::write), nullptr);
}

TEST_F(HostRangesTest, ReplacesWhatOverlaps) {
  ASSERT_TRUE(ranges_.map(range(0x10000, 1)));
  ASSERT_TRUE(ranges_.map(range(0x12000, 2)));
  ASSERT_TRUE(ranges_.map(range(0x18000, 1)));
  ASSERT_TRUE(ranges_.map(range(0x10000, 3)));
  ASSERT_EQ(ranges_.ranges().size(), 2U);
  EXPECT_EQ(ranges_.ranges()[0].end, 0x13000U);
  EXPECT_EQ(ranges_.ranges()[1].begin, 0x18000U);
}

TEST_F(HostRangesTest, KeepsPaddingFreeWithoutMemory) {
  HostRanges::Range padded = range(0x10000, 5);
  padded.padding = 3 * kPageBytes;
  ASSERT_TRUE(ranges_.map(padded));
  std::byte* host = nullptr;
  EXPECT_EQ(ranges_.pages_from(0x10000, Access::read, 100, host), 2U);
  EXPECT_NE(ranges_.page(0x11FFF, Access::read), nullptr);
  EXPECT_EQ(ranges_.page(0x12000, Access::read), nullptr);
  EXPECT_EQ(ranges_.find_free(kPageBytes, kPageBytes, 0x10000, 0x100000), 0x15000U);
  // A new mapping replaces the whole old range.
  ASSERT_TRUE(ranges_.map(range(0x14000, 1)));
  EXPECT_EQ(ranges_.page(0x10000, Access::read), nullptr);
}

TEST_F(HostRangesTest, RefusesRangesThatAreNone) {
  HostRanges::Range empty = range(0x10000, 2);
  empty.padding = 2 * kPageBytes;
  EXPECT_FALSE(ranges_.map(empty));
  EXPECT_FALSE(ranges_.map(range(0x10000, 0)));
  EXPECT_FALSE(ranges_.map(range(0x10010, 1)));
  EXPECT_FALSE(ranges_.map(range(kAddressMask + 1 - kPageBytes, 2)));
  EXPECT_TRUE(ranges_.map(range(kAddressMask + 1 - kPageBytes, 1)));
}

TEST_F(HostRangesTest, KeepsOwnersUntilTheyAreUnmapped) {
  auto owner = std::make_shared<int>();
  const void* address = owner.get();
  const std::weak_ptr<int> watched = owner;
  ASSERT_TRUE(ranges_.map(range(0x10000, 1, std::move(owner))));
  HostRanges copy = ranges_;
  ranges_.unmap(address);
  EXPECT_EQ(ranges_.find(0x10000), nullptr);
  EXPECT_FALSE(watched.expired());
  copy.unmap(address);
  EXPECT_TRUE(watched.expired());
}

TEST_F(HostRangesTest, FindsFreePlaces) {
  ASSERT_TRUE(ranges_.map(range(0x1000, 1)));
  ASSERT_TRUE(ranges_.map(range(0x4000, 1)));
  EXPECT_EQ(ranges_.find_free(0x2000, 0x1000, 0x1000, 0x100000), 0x2000U);
  EXPECT_EQ(ranges_.find_free(0x3000, 0x1000, 0x1000, 0x100000), 0x5000U);
  EXPECT_EQ(ranges_.find_free(0x1000, 0x10000, 0x1000, 0x100000), 0x10000U);
  EXPECT_EQ(ranges_.find_free(0x3000, 0x1000, 0x1000, 0x7000), 0x7000U);
}

}  // namespace
}  // namespace eugene::memory
