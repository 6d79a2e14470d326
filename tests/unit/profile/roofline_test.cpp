// How much of a GPU a kernel uses: what limits its threads, and the roofline, worked out by hand.
#include "profile/roofline.h"

#include <gtest/gtest.h>

#include "profile/occupancy.h"

namespace eugene::profile {
namespace {

TEST(Occupancy, TheLeastLimits) {
  DeviceModel device{.eus = 24, .threads_of_eu = 7, .group_threads = 8, .resident_groups = 12};
  device.limits = {.threads = 21, .local_memory = 12, .barriers = 48, .launched = 100};
  const Occupancy found = occupancy(device);
  EXPECT_EQ(found.threads(), 96U);
  EXPECT_EQ(found.capacity, 168U);
  EXPECT_DOUBLE_EQ(found.share(), 96.0 / 168);
  ASSERT_EQ(found.limits.size(), 4U);
  EXPECT_EQ(found.limits.front().what, "shared local memory");
  EXPECT_EQ(found.limits.back().what, "groups launched");
}

// A kernel without local memory and barriers, launched in few groups.
TEST(Occupancy, WhatDoesNotLimitIsLeftOut) {
  DeviceModel device{.eus = 24, .threads_of_eu = 7, .group_threads = 1, .resident_groups = 168};
  device.limits.threads = 168;
  device.launch(4);
  const Occupancy found = occupancy(device);
  EXPECT_EQ(found.groups, 4U);
  ASSERT_EQ(found.limits.size(), 2U);
  EXPECT_EQ(found.limits.front().what, "groups launched");
  EXPECT_TRUE(occupancy(DeviceModel()).limits.empty());
}

class RooflineTest : public testing::Test {
 protected:
  RooflineTest() {
    kernel_.device = {.eus = 24, .l3_banks = 4, .l3_bank = memory::find_l3_bank(192 * 1024)};
    kernel_.instructions.resize(3);
    models_.resize(3);
    // 1000 executions of a mad on 16 channels, and a message of 50 lines. 10 of the lines are not in the L3.
    kernel_.instructions[0] = {.executions = 1000, .channels = 16'000};
    models_[0] = {.operations = 2, .is_floating = true};
    kernel_.instructions[1] = {.executions = 10, .channels = 80, .lines = 50, .hits = 40};
    kernel_.instructions[2] = {.executions = 5, .channels = 40};
    models_[2] = {.operations = 1};
    estimate_.limits = {{"memory", 4000}};
  }
  KernelCounts kernel_;
  std::vector<InstructionModel> models_;
  Estimate estimate_;
};

TEST_F(RooflineTest, OperationsForEachByte) {
  const Roofline found = roofline(kernel_, models_, estimate_);
  EXPECT_TRUE(found.is_floating);
  EXPECT_DOUBLE_EQ(found.operations, 32'000);
  EXPECT_DOUBLE_EQ(found.reached, 8);
  ASSERT_EQ(found.roofs.size(), 3U);
  // 24 EUs, two pipes, four numbers of four bytes in each, a mad is two operations.
  EXPECT_EQ(found.roofs[0].part, "arithmetic");
  EXPECT_DOUBLE_EQ(found.roofs[0].operations, 384);
  EXPECT_DOUBLE_EQ(found.share(), 8.0 / 384);
  // 640 bytes at 32 a cycle.
  EXPECT_EQ(found.roofs[1].part, "memory");
  EXPECT_DOUBLE_EQ(found.roofs[1].per_byte, 50);
  EXPECT_DOUBLE_EQ(found.roofs[1].operations, 1600);
  // 3200 bytes at 64 a cycle from each of four banks.
  EXPECT_EQ(found.roofs[2].part, "L3");
  EXPECT_DOUBLE_EQ(found.roofs[2].operations, 10.0 * 256);
}

// A kernel without floating-point operations has a roofline of its integer operations. A kernel without operations has
// none.
TEST_F(RooflineTest, OtherOperations) {
  models_[0] = {};
  const Roofline integers = roofline(kernel_, models_, estimate_);
  EXPECT_FALSE(integers.is_floating);
  EXPECT_DOUBLE_EQ(integers.operations, 40);
  EXPECT_EQ(integers.roofs.front().part, "memory");
  models_[2] = {};
  EXPECT_TRUE(roofline(kernel_, models_, estimate_).roofs.empty());
}

}  // namespace
}  // namespace eugene::profile
