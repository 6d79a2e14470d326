// Thread groups of media threads, and walkers that leave threads out: BXT PRM vol6 "Media State and Primitive
// Commands".
#include <gtest/gtest.h>

#include "media_batch.h"

namespace eugene::gpu::media_groups_test {
namespace {

class Gen9MediaCommands : public testing::Test {
 protected:
  MediaBatch batch_{kGen9Machine};
};

constexpr std::uint32_t kColorGroups = 1U << 8;
constexpr std::uint32_t kInnerGroups = 2U << 8;

// Descriptor bits: barrier, 4 KB of local memory, threads of a group.
constexpr std::uint32_t group_bits(std::uint32_t threads) { return 1U << 21 | 3U << 16 | threads; }

TEST_F(Gen9MediaCommands, WalkerMakesGroupsOfALoop) {
  batch_.prologue({.groups = group_bits(6)});
  batch_.walker(3, 2, {1}, {.dword5 = kInnerGroups, .dword6 = 1U << 24});  // two colours
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 1U);
  const Work& work = batch_.works[0];
  EXPECT_EQ(work.groups, 2U);
  EXPECT_EQ(work.threads, 6U);
  EXPECT_EQ(work.slm_bytes, 4096U);
  for (std::uint32_t group = 0; group < 2; ++group) {
    for (unsigned i = 0; i < 6; ++i) {
      const eu::Thread thread = batch_.thread(work, group, i);
      EXPECT_EQ(MediaBatch::dword(thread, 0, 1), group << 16 | i / 2);
      EXPECT_EQ(MediaBatch::dword(thread, 0, 2) & 0xF, i % 2);
      EXPECT_EQ(MediaBatch::dword(thread, 0, 6), group * 6 + i);
      EXPECT_EQ(MediaBatch::dword(thread, 0, 7), group);
    }
  }
}

TEST_F(Gen9MediaCommands, GroupsOfTheColorLoop) {
  batch_.prologue({});
  batch_.walker(3, 2, {1}, {.dword5 = kColorGroups, .dword6 = 3U << 24});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 1U);
  EXPECT_EQ(batch_.works[0].groups, 6U);
  EXPECT_EQ(batch_.works[0].threads, 4U);
}

TEST_F(Gen9MediaCommands, WithoutGroupsThereIsNoLocalMemory) {
  batch_.prologue({.groups = group_bits(6)});
  batch_.walker(3, 2, {1});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(batch_.works.at(0).slm_bytes, 0U);
}

TEST_F(Gen9MediaCommands, MaskedDispatchTakesTheMaskFromTheCurbe) {
  batch_.prologue({.constant_registers = 1});
  batch_.curbe({0b101, 0, 0, 0, 0b010, 0, 0, 0});
  batch_.walker(3, 2, {7}, {.dword2 = 1U << 22});  // rows of 128 bits
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  const std::vector<MediaPlace> places = batch_.places();
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(places[0], (MediaPlace{0, 0, 0, 0}));
  EXPECT_EQ(places[1], (MediaPlace{2, 0, 0, 2}));
  EXPECT_EQ(places[2], (MediaPlace{1, 1, 0, 4}));
  EXPECT_EQ(MediaBatch::dword(batch_.thread(batch_.works[0], 0), 1, 0), 7U);  // and no constants
}

TEST_F(Gen9MediaCommands, ThreadsOfAGroupComeOneByOne) {
  batch_.prologue({.constant_registers = 1, .groups = group_bits(2)});
  batch_.curbe({9});
  const auto thread = [&](std::uint32_t group, bool last, std::uint32_t x, const Dwords& data) {
    Dwords command{MediaBatch::kGroupObject, 0, last ? 1U << 23 : 0, 0, x, x << 16, group};
    command.insert(command.end(), data.begin(), data.end());
    batch_.add(MediaBatch::sized(command));
  };
  thread(0x1'0005, false, 1, {11});
  thread(8, false, 2, {});
  thread(0x1'0005, true, 3, Dwords(9, 13));
  thread(8, true, 4, {14});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  ASSERT_EQ(batch_.works.size(), 2U);
  const Work& first = batch_.works[0];
  EXPECT_EQ(first.groups, 1U);
  EXPECT_EQ(first.threads, 2U);
  EXPECT_EQ(first.slm_bytes, 4096U);
  for (unsigned i = 0; i < 2; ++i) {
    const eu::Thread each = batch_.thread(first, 0, i);
    EXPECT_EQ(MediaBatch::dword(each, 0, 1), 1 + 2 * i);
    EXPECT_EQ(MediaBatch::dword(each, 0, 2) & 0xF, 1 + 2 * i);
    EXPECT_EQ(MediaBatch::dword(each, 0, 7), 0x1'0005U);
    EXPECT_EQ(MediaBatch::dword(each, 1, 0), 9U);
    EXPECT_EQ(MediaBatch::dword(each, 2, 0), 11 + 2 * i);
    EXPECT_EQ(MediaBatch::dword(each, 3, 0), i == 0 ? 0U : 13U);
  }
  EXPECT_EQ(MediaBatch::dword(batch_.thread(batch_.works[1], 0, 1), 2, 0), 14U);
}

TEST_F(Gen9MediaCommands, GroupsHaveAsManyThreadsAsTheirBarrier) {
  batch_.prologue({.groups = group_bits(5)});
  batch_.walker(3, 2, {1}, {.dword5 = kInnerGroups});
  expect_violation(batch_, "a group has 3 threads, but its interface descriptor, which enables the barrier, has 5");
}

TEST_F(Gen9MediaCommands, GroupMustEnd) {
  batch_.prologue({});
  batch_.add({MediaBatch::kGroupObject | 6, 0, 0, 0, 0, 0, 4, 1});
  expect_violation(batch_, "thread group 4 of MEDIA_OBJECT_GRPID has 1 threads, but its end is missing");
}

TEST_F(Gen9MediaCommands, ThreadsOfAGroupMustNotDependOnEachOther) {
  batch_.prologue({}, {0x8000'0001, 0x0F, 0});
  batch_.walker(3, 2, {1}, {.dword2 = MediaBatch::kUseScoreboard, .dword5 = kInnerGroups | 1});
  expect_violation(batch_, "threads of group 0 depend on each other");
}

TEST_F(Gen9MediaCommands, ReservedGroupLoop) {
  batch_.prologue({});
  batch_.walker(3, 2, {1}, {.dword5 = 6U << 8});
  expect_violation(batch_, "Group ID Loop Select 6 is reserved");
}

}  // namespace
}  // namespace eugene::gpu::media_groups_test
