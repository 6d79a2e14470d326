// Events and their times, fences, several queues and lists, immediate lists.
#include <numeric>

#include "ze.h"

namespace ze {
namespace {

std::vector<ze_event_handle_t> events(std::uint32_t count,
                                      ze_event_pool_flags_t flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE) {
  auto desc = described<ze_event_pool_desc_t>(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
  desc.flags = flags;
  desc.count = count;
  ze_event_pool_handle_t pool = nullptr;
  ZE(zeEventPoolCreate, gpu().context, &desc, 0, nullptr, &pool);
  std::vector<ze_event_handle_t> result(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto event = described<ze_event_desc_t>(ZE_STRUCTURE_TYPE_EVENT_DESC);
    event.index = i;
    event.signal = event.wait = ZE_EVENT_SCOPE_FLAG_HOST;
    ZE(zeEventCreate, pool, &event, &result[i]);
  }
  return result;
}

// x -> x * 2 + 1 and x -> x * 3 do not commute.
struct TwoSteps {
  std::span<int> data = gpu().array<int>(Where::shared, 256);
  ze_kernel_handle_t first = gpu().kernel("scale", 32), second = gpu().kernel("scale", 32);
  TwoSteps() {
    std::iota(data.begin(), data.end(), 0);
    set_all(first, data.data(), 2, 1);
    set_all(second, data.data(), 3, 0);
  }
  void expect_done() const {
    for (int i = 0; i < 256; ++i) ASSERT_EQ(data[i], (i * 2 + 1) * 3) << i;
  }
};

TEST(Order, OfEventsInOneList) {
  const TwoSteps steps;
  const auto done = events(2);
  const auto list = gpu().new_list();
  launch(list, steps.first, {8, 1, 1}, done[0]);
  launch(list, steps.second, {8, 1, 1}, done[1], {done[0]});
  EXPECT_EQ(zeEventQueryStatus(done[1]), ZE_RESULT_NOT_READY);
  gpu().finish(list);
  EXPECT_EQ(zeEventQueryStatus(done[0]), ZE_RESULT_SUCCESS);
  ZE(zeEventHostSynchronize, done[1], UINT64_MAX);
  steps.expect_done();
  ZE(zeEventHostReset, done[1]);
  EXPECT_EQ(zeEventQueryStatus(done[1]), ZE_RESULT_NOT_READY);
}

// The list waits in the GPU for the host.
TEST(Order, OfAnEventThatTheHostSignals) {
  const TwoSteps steps;
  const auto event = events(2);
  const auto list = gpu().new_list();
  launch(list, steps.first, {8, 1, 1}, nullptr, {event[0]});
  launch(list, steps.second, {8, 1, 1}, nullptr, {event[1]});
  ZE(zeCommandListClose, list);
  ze_command_list_handle_t lists[]{list};
  ZE(zeCommandQueueExecuteCommandLists, gpu().queue, 1, lists, nullptr);
  // Nanoseconds, but the driver takes them for microseconds.
  EXPECT_EQ(zeCommandQueueSynchronize(gpu().queue, 20'000), ZE_RESULT_NOT_READY);
  ASSERT_EQ(steps.data[1], 1);
  ZE(zeEventHostSignal, event[0]);
  ZE(zeEventHostSignal, event[1]);
  ZE(zeCommandQueueSynchronize, gpu().queue, UINT64_MAX);
  steps.expect_done();
}

TEST(Order, OfFences) {
  const TwoSteps steps;
  const auto fence_desc = described<ze_fence_desc_t>(ZE_STRUCTURE_TYPE_FENCE_DESC);
  for (const auto kernel : {steps.first, steps.second}) {
    ze_fence_handle_t fence = nullptr;
    ZE(zeFenceCreate, gpu().queue, &fence_desc, &fence);
    auto list = gpu().new_list();
    launch(list, kernel, {8, 1, 1});
    ZE(zeCommandListClose, list);
    ZE(zeCommandQueueExecuteCommandLists, gpu().queue, 1, &list, fence);
    ZE(zeFenceHostSynchronize, fence, UINT64_MAX);
    EXPECT_EQ(zeFenceQueryStatus(fence), ZE_RESULT_SUCCESS);
    ZE(zeFenceDestroy, fence);
  }
  steps.expect_done();
}

// A list can be executed more than once, and several at a time.
TEST(Order, OfListsThatAreExecutedAgain) {
  const TwoSteps steps;
  auto one = gpu().new_list(), two = gpu().new_list();
  launch(one, steps.first, {8, 1, 1});
  barrier(one);
  launch(two, steps.second, {8, 1, 1});
  barrier(two);
  ZE(zeCommandListClose, one);
  ZE(zeCommandListClose, two);
  ze_command_list_handle_t lists[]{one, two, two, one};
  ZE(zeCommandQueueExecuteCommandLists, gpu().queue, 4, lists, nullptr);
  ZE(zeCommandQueueSynchronize, gpu().queue, UINT64_MAX);
  for (int i = 0; i < 256; ++i) ASSERT_EQ(steps.data[i], (i * 2 + 1) * 9 * 2 + 1) << i;
}

// The second queue's list waits for the first one's event.
TEST(Order, OfTwoQueues) {
  const TwoSteps steps;
  const auto done = events(1);
  auto one = gpu().new_list(), two = gpu().new_list();
  launch(one, steps.first, {8, 1, 1}, done[0]);
  launch(two, steps.second, {8, 1, 1}, nullptr, {done[0]});
  ZE(zeCommandListClose, one);
  ZE(zeCommandListClose, two);
  const auto first = gpu().new_queue(), second = gpu().new_queue();
  ZE(zeCommandQueueExecuteCommandLists, first, 1, &one, nullptr);
  ZE(zeCommandQueueExecuteCommandLists, second, 1, &two, nullptr);
  ZE(zeCommandQueueSynchronize, second, UINT64_MAX);
  ZE(zeCommandQueueSynchronize, first, UINT64_MAX);
  steps.expect_done();
}

TEST(Order, OfAnImmediateList) {
  const TwoSteps steps;
  auto desc = described<ze_command_queue_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  desc.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
  ze_command_list_handle_t list = nullptr;
  ZE(zeCommandListCreateImmediate, gpu().context, gpu().device, &desc, &list);
  launch(list, steps.first, {8, 1, 1});
  ASSERT_EQ(steps.data[5], 11);
  launch(list, steps.second, {8, 1, 1});
  steps.expect_done();
}

TEST(Order, IsInTheTimesOfEvents) {
  const TwoSteps steps;
  const auto done = events(2, ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
  const auto list = gpu().new_list();
  launch(list, steps.first, {8, 1, 1}, done[0]);
  launch(list, steps.second, {8, 1, 1}, done[1], {done[0]});
  gpu().finish(list);
  ze_kernel_timestamp_result_t first{}, second{};
  ZE(zeEventQueryKernelTimestamp, done[0], &first);
  ZE(zeEventQueryKernelTimestamp, done[1], &second);
  EXPECT_GT(first.global.kernelStart, 0U);
  EXPECT_LE(first.global.kernelStart, first.global.kernelEnd);
  EXPECT_LE(first.global.kernelEnd, second.global.kernelStart);
  EXPECT_LE(second.global.kernelStart, second.global.kernelEnd);
}

// A driver that finds no clock gives programs 0 MHz.
TEST(Device, IsDescribed) {
  auto properties = described<ze_device_properties_t>(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
  ZE(zeDeviceGetProperties, gpu().device, &properties);
  EXPECT_EQ(properties.type, ZE_DEVICE_TYPE_GPU);
  EXPECT_EQ(properties.vendorId, 0x8086U);
  EXPECT_EQ(properties.coreClockRate, 1150U);
  EXPECT_EQ(properties.numSlices * properties.numSubslicesPerSlice * properties.numEUsPerSubslice, 24U);
  std::uint64_t host[2]{}, device[2]{};
  for (int i = 0; i < 2; ++i) ZE(zeDeviceGetGlobalTimestamps, gpu().device, &host[i], &device[i]);
  EXPECT_GT(host[1], host[0]);
  EXPECT_GE(device[1], device[0]);
}

}  // namespace
}  // namespace ze
