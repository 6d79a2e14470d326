// Reports of commands that are legal alone but not in their order, and the report of MEDIA_VFE_STATE.
#include <gtest/gtest.h>

#include "media_batch.h"

namespace eugene::gpu::command_checks_test {
namespace {

constexpr std::uint32_t kBarrier = 1U << 21;
constexpr std::uint32_t kGlobalBarrier = 1U << 15;
constexpr std::uint32_t kInnerGroups = 2U << 8;
const Dwords kStall{0x7A00'0004, 1U << 20, 0, 0, 0, 0};
const Dwords kFlush{0x7004'0000, 0};

class CommandChecksTest : public testing::Test {
 protected:
  MediaBatch batch_{kGen9Machine};

  // A walker of one group of three threads.
  void groups() { batch_.walker(3, 1, {1}, {.dword5 = kInnerGroups}); }
  std::vector<std::string> findings() {
    EXPECT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
    std::vector<std::string> rules;
    for (const Diagnostic& each : batch_.suspicious) {
      EXPECT_EQ(each.severity, Severity::warning);
      EXPECT_TRUE(each.reference.starts_with("BXT PRM vol6")) << each.reference;
      EXPECT_FALSE(each.hint.empty());
      rules.push_back(each.rule);
    }
    return rules;
  }
  using Rules = std::vector<std::string>;
};

TEST_F(CommandChecksTest, BarrierOfAMediaGroupNeedsAStallBeforeVfeState) {
  batch_.prologue({.groups = kBarrier | 3});
  groups();
  batch_.add(kFlush);  // does not suffice
  batch_.vfe();
  EXPECT_EQ(findings(), Rules{"media.barrier_before_vfe"});
}

TEST_F(CommandChecksTest, StallBetweenBarrierAndVfeState) {
  batch_.prologue({.groups = kBarrier | 3});
  groups();
  batch_.add(kStall);
  batch_.vfe();
  EXPECT_EQ(findings(), Rules{});
}

TEST_F(CommandChecksTest, NoBarrierNeedsNoStall) {
  batch_.prologue({.groups = 3});
  groups();
  batch_.vfe();
  batch_.descriptors({{.groups = kBarrier | 3}});
  batch_.walker(3, 1, {1});  // no groups
  batch_.vfe();
  EXPECT_EQ(findings(), Rules{});
}

TEST_F(CommandChecksTest, GroupsOfObjectsCountToo) {
  batch_.prologue({.groups = kGlobalBarrier});
  batch_.add({MediaBatch::kGroupObject | 6, 0, 1U << 23, 0, 0, 0, 0, 1});
  batch_.vfe();
  EXPECT_EQ(findings(), Rules{"media.barrier_before_vfe"});
}

TEST_F(CommandChecksTest, GlobalAndLinkedBarriersTogether) {
  const Dwords pools{0x7005'0004, 1U << 31, 0x0077'7000, 0, 0, 0};
  for (const bool stalls : {false, true}) {
    batch_.suspicious.clear();
    batch_.add(pools);
    batch_.prologue({.groups = kGlobalBarrier | 3});
    groups();
    if (stalls) batch_.add(kStall);
    batch_.descriptors({{.groups = kBarrier | 3}});
    groups();
    batch_.add(kStall);
    EXPECT_EQ(findings(), stalls ? Rules{} : Rules{"media.barriers_mixed"});
  }
}

TEST_F(CommandChecksTest, ConstantsAreNotLoadedWhileTheyAreRead) {
  batch_.prologue({.constant_registers = 1});
  batch_.curbe({1});
  batch_.walker(1, 1);
  batch_.add(kFlush);
  batch_.curbe({2});
  batch_.walker(1, 1);
  batch_.curbe({3});
  EXPECT_EQ(findings(), Rules{"media.curbe_in_use"});
}

// STATE_BASE_ADDRESS with another base of surface states, dynamic states or instructions between threads.
TEST_F(CommandChecksTest, MovedStatesNeedAnInvalidation) {
  struct Row {
    std::size_t dword;
    Dwords before, after;  // PIPE_CONTROL
    bool reported;
  };
  const Dwords states{0x7A00'0004, 1U << 2, 0, 0, 0, 0};
  const Dwords texture{0x7A00'0004, 1U << 10, 0, 0, 0, 0};
  const Row rows[]{{4, {}, {}, true},      {6, {}, {}, true},      {10, {}, {}, false},    {4, kStall, kStall, true},
                   {4, {}, states, false}, {4, states, {}, false}, {6, {}, texture, false}};
  for (const Row& row : rows) {
    MediaBatch batch(kGen9Machine);
    batch.prologue({});
    batch.walker(1, 1, {1});
    batch.add(row.before);
    Dwords moved(19);
    moved[0] = 0x6101'0011;
    moved[row.dword] = 0x7000'0001;
    batch.add(moved);
    batch.bases();
    batch.add(row.after);
    batch.walker(1, 1, {1});
    ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
    ASSERT_EQ(batch.suspicious.size(), row.reported ? 1U : 0U) << row.dword;
    if (row.reported) {
      EXPECT_EQ(batch.suspicious[0].rule, "state.bases_moved");
    }
  }
}

// Bits of PIPE_CONTROL and MI_FLUSH that drop the state cache, and their neighbours, which do not.
TEST(StateInvalidation, CommandsThatDropTheStateCache) {
  MediaBatch batch(kGen9Machine);
  const auto drops = [&](const Dwords& command) {
    batch.state_invalidations = 0;
    batch.add(command);
    EXPECT_EQ(batch.run(), StreamStatus::idle) << batch.error();
    return batch.state_invalidations == 1;
  };
  for (unsigned bit = 0; bit < 14; ++bit)
    EXPECT_EQ(drops({0x7A00'0004, 1U << bit, 0, 0, 0, 0}), bit == 2 || bit == 10) << bit;
  EXPECT_FALSE(drops({0x7A00'0004, 1U << 18, 0, 0, 0, 0}));  // TLB
  EXPECT_TRUE(drops({0x7A00'0004, 1U << 2 | 1U << 10 | 1U << 20, 0, 0, 0, 0}));
  for (std::uint32_t flags = 0; flags < 8; ++flags) EXPECT_EQ(drops({4U << 23 | flags}), (flags & 2) != 0) << flags;
}

// Every legal border value, and the next one.
TEST(MediaVfeState, ImpossibleSettingsAreReported) {
  struct Row {
    std::uint32_t scratch, threads, slices, sizes;
    std::string_view rule;  // empty: possible
  };
  constexpr std::uint32_t kThreads = 107U << 16;  // of 108
  const Row rows[]{{11U << 4, kThreads | 255U << 8 | 1U << 7, 3, 0, ""},
                   {12U << 4, kThreads, 0, 0, "vfe.stack_size"},
                   {0, kThreads + (1U << 16), 0, 0, "vfe.maximum_threads"},
                   {0, kThreads, 1, 0, ""},
                   {0, kThreads, 2, 0, "vfe.slice_disable"},
                   {0, kThreads | 64U << 8, 0, 64U << 16 | 2048, ""},  // 128 KB and 64 KB, of 192 KB
                   {0, kThreads | 64U << 8, 0, 64U << 16 | 2049, "vfe.urb_size"},
                   {0, kThreads, 0, 6145, "vfe.urb_size"}};
  for (const Row& row : rows) {
    MediaBatch batch(kGen9Machine);
    batch.add({0x7000'0007, row.scratch, 0, row.threads, row.slices, row.sizes, 0, 0, 0});
    ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
    ASSERT_EQ(batch.suspicious.size(), row.rule.empty() ? 0U : 1U) << row.rule;
    if (!row.rule.empty()) {
      EXPECT_EQ(batch.suspicious[0].rule, row.rule);
      EXPECT_TRUE(batch.suspicious[0].message.starts_with("MEDIA_VFE_STATE: ")) << batch.suspicious[0].message;
    }
  }
}

TEST(MediaVfeState, OfGen9) {
  MediaBatch batch(kGen9Machine);
  batch.add({0x7000'0007, 0x5'0400 | 7U << 4 | 3, 0x12, 0x006B'2080, 3, 0x0004'0010, 0xC000'0003, 0x12, 0});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  const VfeState& vfe = batch.state().vfe;
  EXPECT_EQ(vfe.scratch_base, 0x12'0005'0400U);
  EXPECT_EQ(vfe.scratch_size_code, 3);
  EXPECT_EQ(vfe.stack_size_code, 7);
  EXPECT_EQ(vfe.maximum_threads, 107);
  EXPECT_EQ(vfe.urb_entries, 32);
  EXPECT_TRUE(vfe.resets_gateway_timer);
  EXPECT_FALSE(vfe.bypasses_gateway);
  EXPECT_EQ(vfe.slice_disable, 3);
  EXPECT_EQ(vfe.urb_entry_registers, 4);
  EXPECT_EQ(vfe.curbe_registers, 16U);
  EXPECT_TRUE(vfe.scoreboard.enabled);
  EXPECT_FALSE(vfe.scoreboard.stalls);
  EXPECT_EQ(vfe.scoreboard.mask, 3);
  EXPECT_EQ(vfe.scoreboard.distance[0], (Vector2{2, 1}));
}

TEST(MediaVfeState, OfGen6) {
  MediaBatch batch(kGen6Machine);
  batch.add({0x7000'0006, 0x5'0400 | 3, 0x0017'20C0, 0, 0x0004'0010, 0x8000'0080, 0, 0xF800'0000});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  const VfeState& vfe = batch.state().vfe;
  EXPECT_EQ(vfe.scratch_base, 0x5'0400U);
  EXPECT_EQ(vfe.maximum_threads, 23);
  EXPECT_EQ(vfe.urb_entries, 32);
  EXPECT_TRUE(vfe.resets_gateway_timer);
  EXPECT_TRUE(vfe.bypasses_gateway);
  EXPECT_EQ(vfe.urb_entry_registers, 4);
  EXPECT_EQ(vfe.curbe_registers, 16U);
  EXPECT_TRUE(vfe.scoreboard.stalls);
  EXPECT_EQ(vfe.scoreboard.distance[7], (Vector2{-8, -1}));
}

}  // namespace
}  // namespace eugene::gpu::command_checks_test
