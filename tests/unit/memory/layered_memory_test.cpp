#include "memory/layered_memory.h"

#include <gtest/gtest.h>

#include "memory/flat_memory.h"

namespace eugene::memory {
namespace {

TEST(LayeredMemory, AsksTheSecondWhereTheFirstHasNoPage) {
  FlatMemory first, second;
  const auto mine = first.map(0x4000, 0x1000);
  const auto fixed = first.map(0x6000, 0x1000, false);
  const auto hidden = second.map(0x4000, 0x1000), other = second.map(0x5000, 0x1000);
  ASSERT_TRUE(mine && fixed && hidden && other);
  LayeredMemory both(first, &second);
  EXPECT_EQ(both.page(0x4008, Access::write), mine->data());
  EXPECT_EQ(both.page(0x5008, Access::write), other->data());
  EXPECT_EQ(both.page(0x6000, Access::read), fixed->data());
  EXPECT_EQ(both.page(0x6000, Access::write), nullptr);
  EXPECT_EQ(both.page(0x7000, Access::read), nullptr);
  LayeredMemory alone(first, nullptr);
  EXPECT_EQ(alone.page(0x5000, Access::read), nullptr);
}

TEST(FlatMemory, FindsWhatFollowsAnAddress) {
  FlatMemory memory;
  const auto region = memory.map(0x4000, 5000);
  ASSERT_TRUE(region);
  EXPECT_EQ(memory.from(0x4010).data(), region->data() + 0x10);
  EXPECT_EQ(memory.from(0x4010).size(), 2 * kPageBytes - 0x10);  // regions are whole pages
  EXPECT_TRUE(memory.from(0x3FFF).empty());
  EXPECT_TRUE(memory.from(0x6000).empty());
}

}  // namespace
}  // namespace eugene::memory
