// BXT PRM vol6 "Shared Local Memory" (bit 0, and the flush before) and "Size of L3 Bank and Allocations".
#include "gpu/commands/l3_check.h"

#include <gtest/gtest.h>

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kStallAndFlush = 1U << 20 | 1U << 5;
constexpr std::uint32_t kWithSlm = 0x6000'0321;
constexpr std::uint32_t kWithoutSlm = 0x8000'0340;

TEST(L3Check, TakesARowAfterAFlush) {
  L3Check check(&memory::kMultiBank);
  check.flushed(kStallAndFlush);
  EXPECT_FALSE(check.look(kWithSlm));
  EXPECT_FALSE(check.dispatched(4096));
}

TEST(L3Check, WantsAFlushSinceTheLastThreadGroup) {
  L3Check check(&memory::kMultiBank);
  check.flushed(kStallAndFlush);
  EXPECT_FALSE(check.look(kWithoutSlm));
  EXPECT_FALSE(check.dispatched(0));
  EXPECT_FALSE(check.look(kWithoutSlm));  // unchanged
  const auto found = check.look(kWithSlm);
  ASSERT_TRUE(found);
  EXPECT_NE(found->message.find("without a flush"), std::string::npos);
}

TEST(L3Check, AFlushNeedsBothBits) {
  for (const unsigned only : {5U, 20U}) {
    L3Check check(&memory::kMultiBank);
    EXPECT_FALSE(check.dispatched(0));
    check.flushed(1U << only);
    EXPECT_TRUE(check.look(kWithSlm)) << only;
  }
}

TEST(L3Check, NamesWhatIsNoRow) {
  L3Check check(&memory::kSingleBank);
  check.flushed(kStallAndFlush);
  const auto found = check.look(kWithoutSlm);
  ASSERT_TRUE(found);
  EXPECT_NE(found->message.find("URB 128, all 256"), std::string::npos) << found->message;
}

TEST(L3Check, SharedLocalMemoryNeedsItsBit) {
  L3Check check(&memory::kMultiBank);
  EXPECT_TRUE(check.dispatched(1024));
  check.flushed(kStallAndFlush);
  EXPECT_FALSE(check.look(kWithoutSlm));
  EXPECT_TRUE(check.dispatched(1024));
  EXPECT_FALSE(check.dispatched(0));
}

TEST(L3Check, NothingWithoutAnL3) {
  L3Check check(nullptr);
  EXPECT_FALSE(check.look(1));
  EXPECT_FALSE(check.dispatched(1024));
}

}  // namespace
}  // namespace eugene::gpu
