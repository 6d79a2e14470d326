// The commands at which contexts are preempted: BXT PRM vol6 "GPGPU Context Switch".
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/commands/command_table.h"
#include "media_batch.h"

namespace eugene::gpu::preemption_points_test {
namespace {

constexpr std::uint32_t kArbCheck = 0x05U << 23;
constexpr std::uint32_t kArbOnOff = 0x08U << 23;
constexpr std::uint32_t kLoadImm = 0x1100'0001;
constexpr std::uint32_t kGpr = 0x2600;
constexpr std::uint32_t kFlush = 0x7004'0000;  // MEDIA_STATE_FLUSH

// These, and no others.
TEST(PreemptionPoints, AreThoseOfTheDocument) {
  std::vector<std::string_view> points;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    const Command* command = find_command(isa::kGen9, EngineKind::render, code << 16);
    if (command != nullptr && command->preemption != Preemption::no) points.push_back(command->name);
  }
  std::ranges::sort(points);
  points.erase(std::ranges::unique(points).begin(), points.end());
  EXPECT_EQ(points, (std::vector<std::string_view>{"GPGPU_WALKER", "MEDIA_STATE_FLUSH", "MI_ARB_CHECK",
                                                   "MI_SEMAPHORE_WAIT", "MI_WAIT_FOR_EVENT", "PIPE_CONTROL"}));
  EXPECT_EQ(find_command(isa::kGen9, EngineKind::render, 0x7105'000D)->preemption, Preemption::anywhere);
}

TEST(PreemptionPoints, MakeWay) {
  MediaBatch batch(kGen9Machine);
  batch.preempts = true;
  batch.add({kLoadImm, kGpr, 1, kArbCheck, kLoadImm, kGpr, 2, kFlush, 0, kLoadImm, kGpr, 3});
  EXPECT_EQ(batch.run(), StreamStatus::preempted);
  EXPECT_EQ(batch.registers().read(kGpr), 1U);
  EXPECT_EQ(batch.resume(), StreamStatus::preempted);
  EXPECT_EQ(batch.registers().read(kGpr), 2U);
  EXPECT_EQ(batch.resume(), StreamStatus::idle) << batch.error();
  EXPECT_EQ(batch.registers().read(kGpr), 3U);
}

TEST(PreemptionPoints, MakeNoWayWhereArbitrationIsOff) {
  MediaBatch batch(kGen9Machine);
  batch.preempts = true;
  batch.add({kArbOnOff, kArbCheck, kLoadImm, kGpr, 1, kArbOnOff | 1, kArbCheck, kLoadImm, kGpr, 2});
  EXPECT_EQ(batch.run(), StreamStatus::preempted);
  EXPECT_EQ(batch.registers().read(kGpr), 1U);
  EXPECT_EQ(batch.resume(), StreamStatus::idle);
  EXPECT_EQ(batch.registers().read(kGpr), 2U);
}

TEST(PreemptionPoints, AreNotWhereNobodyWaits) {
  MediaBatch batch(kGen9Machine);
  batch.add({kArbCheck, kFlush, 0});
  EXPECT_EQ(batch.run(), StreamStatus::idle) << batch.error();
}

}  // namespace
}  // namespace eugene::gpu::preemption_points_test
