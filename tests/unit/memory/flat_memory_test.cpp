#include "memory/flat_memory.h"

#include <gtest/gtest.h>

namespace eugene::memory {
namespace {

TEST(FlatMemory, MapsRegions) {
  FlatMemory memory;
  const auto high = memory.map(0x8000, 5000);
  const auto low = memory.map(0x4000, 0x1000, false);
  ASSERT_TRUE(high && low);
  EXPECT_EQ(high->size(), 5000U);
  EXPECT_EQ(memory.page(0x8123, Access::write), high->data());
  EXPECT_EQ(memory.page(0x9123, Access::write), high->data() + kPageBytes);
  EXPECT_EQ(memory.page(0xA000, Access::read), nullptr);
  EXPECT_EQ(memory.page(0x4FFF, Access::read), low->data());
  EXPECT_EQ(memory.page(0x4FFF, Access::write), nullptr);
  EXPECT_EQ(memory.page(0x3FFF, Access::read), nullptr);
}

TEST(FlatMemory, RefusesBadRegions) {
  FlatMemory memory;
  ASSERT_TRUE(memory.map(0x8000, 0x2000));
  EXPECT_FALSE(memory.map(0x9000, 1));
  EXPECT_FALSE(memory.map(0x7000, 0x1001));
  EXPECT_FALSE(memory.map(0x100, 1));
  EXPECT_FALSE(memory.map(0x1000, 0));
  EXPECT_FALSE(memory.map(0x1000, ~std::uint64_t{0}));
  EXPECT_FALSE(memory.map(0xFFFF'FFFF'F000, 0x1001));
  EXPECT_TRUE(memory.map(0xFFFF'FFFF'F000, 0x1000));
  EXPECT_TRUE(memory.map(0x7000, 0x1000));
}

}  // namespace
}  // namespace eugene::memory
