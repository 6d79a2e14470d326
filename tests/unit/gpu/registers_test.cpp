#include "gpu/commands/registers.h"

#include <gtest/gtest.h>

#include <thread>

#include "gpu/device.h"
#include "gpu/schedule/work/work.h"

namespace eugene::gpu {
namespace {

TEST(Registers, HoldWhatIsWritten) {
  const Clock clock(kDefaultDevice.timestamp_hz);
  Registers registers(clock);
  EXPECT_EQ(registers.read(0x7034), 0U);
  registers.write(0x7034, 5);
  EXPECT_EQ(registers.read(0x7034), 5U);
  registers.write64(reg::kGpr0, 0x1'0000'0002);
  EXPECT_EQ(registers.read(reg::kGpr0 + 4), 1U);
  EXPECT_EQ(registers.read64(reg::kGpr0), 0x1'0000'0002U);
}

TEST(Registers, TimestampCountsTheDevicesTicks) {
  const Clock clock(kDefaultDevice.timestamp_hz);
  const Registers registers(clock);
  const std::uint64_t before = registers.read64(reg::kTimestamp);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::uint64_t ticks = registers.read64(reg::kTimestamp) - before;
  // 19.2 MHz; only the lower bound is certain on a busy host.
  EXPECT_GE(ticks, 384'000U * 9 / 10);
  EXPECT_GT(before, 0U);
}

TEST(Device, DefaultIsApolloLake) {
  EXPECT_EQ(kDefaultDevice.total_eus(), 18U);
  EXPECT_EQ(kDefaultDevice.total_threads(), 108U);  // BXT PRM vol6 "Thread Pools": 3 x 6 EUs of 6 threads
  EXPECT_EQ(find_device("skl")->total_eus(), 24U);
  EXPECT_EQ(find_device("ivb"), nullptr);
}

// BXT PRM vol6 "L3 Bank Configuration": one bank is larger.
TEST(Device, ApolloLakesDifferInSubslicesAndBanks) {
  const Device& large = *find_device("bxt");
  EXPECT_EQ(large.l3_banks * large.l3_bank_bytes, 2U * 192 * 1024);
  const Device& small = *find_device("bxt2x6");
  EXPECT_EQ(small.total_eus(), 12U);
  EXPECT_EQ(small.l3_banks * small.l3_bank_bytes, 320U * 1024);
  EXPECT_EQ(small.machine->name, large.machine->name);
}

TEST(Registers, PreemptionControlIsWrittenUnderItsMask) {
  const Clock clock(1);
  Registers registers(clock);
  registers.write(reg::kPreemptionControl, 0x0006'0002);
  EXPECT_EQ(registers.read(reg::kPreemptionControl), 2U);
  EXPECT_EQ(preemption_level(2), PreemptionLevel::group);
  registers.write(reg::kPreemptionControl, 0x0001'FFFF);
  EXPECT_EQ(registers.read(reg::kPreemptionControl), 3U);
  registers.write(reg::kPreemptionControl, 0x0006'0004);
  EXPECT_EQ(preemption_level(registers.read(reg::kPreemptionControl)), PreemptionLevel::command);
  registers.write(reg::kPreemptionControl, 0xFFFF'0000);
  EXPECT_EQ(preemption_level(registers.read(reg::kPreemptionControl)), PreemptionLevel::thread);
}

}  // namespace
}  // namespace eugene::gpu
