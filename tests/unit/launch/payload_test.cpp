// Cross-thread data and local ids lie at the offsets that the binary names.
#include "launch/payload.h"

#include <gtest/gtest.h>

#include <cstring>

namespace eugene::launch {
namespace {

using binary::PayloadValue;

template <class Number>
Number number_at(std::span<const eu::Grf> registers, std::size_t offset) {
  Number number{};
  std::memcpy(&number, std::as_bytes(registers).data() + offset, sizeof number);
  return number;
}

TEST(ThreadIds, CountXFirst) {
  binary::DeviceKernel kernel;
  kernel.simd = 8;
  kernel.thread_payload.dimensions = 3;
  const ThreadIds ids = thread_ids(kernel, {3, 2, 2});  // 12 work-items: two threads
  ASSERT_EQ(ids.own, 3U);
  ASSERT_EQ(ids.registers.size(), 6U);
  const auto id = [&](std::uint32_t item, unsigned dimension) {
    return number_at<std::uint16_t>(ids.registers, (item / 8 * 3 + dimension) * eu::kGrfBytes + item % 8 * 2);
  };
  for (std::uint32_t item = 0; item < 12; ++item) {
    EXPECT_EQ(id(item, 0), item % 3) << item;
    EXPECT_EQ(id(item, 1), item / 3 % 2) << item;
    EXPECT_EQ(id(item, 2), item / 6) << item;
  }
}

TEST(ThreadIds, OfThirtyTwoChannelsTakeTwoRegisters) {
  binary::DeviceKernel kernel;
  kernel.simd = 32;
  kernel.thread_payload.dimensions = 2;
  const ThreadIds ids = thread_ids(kernel, {32, 1, 1});
  EXPECT_EQ(ids.own, 4U);
  EXPECT_EQ(number_at<std::uint16_t>(ids.registers, 31 * 2), 31);
  EXPECT_EQ(number_at<std::uint16_t>(ids.registers, 2 * eu::kGrfBytes + 62), 0);
  kernel.thread_payload = {.dimensions = 0, .has_unused_register = true};
  EXPECT_EQ(thread_ids(kernel, {32, 1, 1}).own, 1U);
}

TEST(CrossThreadData, HasValuesSizesAndPointers) {
  binary::DeviceKernel kernel;
  kernel.simd = 16;
  kernel.cross_thread_bytes = 96;
  kernel.slm_bytes = 100;
  kernel.arguments = {{.kind = binary::ArgumentKind::global, .size = 8, .pointer_offset = 32},
                      {.kind = binary::ArgumentKind::value, .size = 8},
                      {.kind = binary::ArgumentKind::local, .size = 4, .alignment = 16, .pointer_offset = 48},
                      {.kind = binary::ArgumentKind::local, .size = 4, .alignment = 16, .pointer_offset = 52}};
  kernel.payload = {{.value = PayloadValue::global_offset, .offset = 4, .bytes = 4, .part = 1},
                    {.value = PayloadValue::local_size, .offset = 12, .bytes = 4, .part = 0},
                    {.value = PayloadValue::group_count, .offset = 16, .bytes = 4, .part = 1},
                    // A structure in two pieces, the second first.
                    {.value = PayloadValue::argument, .offset = 56, .bytes = 4, .argument = 1, .part = 4},
                    {.value = PayloadValue::argument, .offset = 60, .bytes = 4, .argument = 1, .part = 0},
                    {.value = PayloadValue::constant_data, .offset = 64, .bytes = 8},
                    {.value = PayloadValue::work_dimensions, .offset = 92, .bytes = 4},
                    {.value = PayloadValue::simd_size, .offset = 94, .bytes = 4}};  // beyond the end
  ValueArgument value{.bytes = std::vector<std::byte>(8)};
  value.bytes[0] = std::byte{1};
  value.bytes[4] = std::byte{2};
  const Launch launch{.arguments = {BufferArgument{0x2000'0000, 64}, value, LocalArgument{20}, LocalArgument{8}},
                      .dimensions = 2,
                      .global = {64, 8, 1},
                      .offset = {0, 7, 0}};
  const auto data = cross_thread_data({kernel, launch, {16, 2, 1}, {16, 2, 1}}, {.constant_data = 0x3000'0000});
  ASSERT_EQ(data.size(), 3U);
  const auto dword = [&](std::size_t offset) { return number_at<std::uint32_t>(data, offset); };
  EXPECT_EQ(dword(4), 7U);
  EXPECT_EQ(dword(12), 16U);
  EXPECT_EQ(dword(16), 4U);
  EXPECT_EQ(number_at<std::uint64_t>(data, 32), 0x2000'0000U);
  EXPECT_EQ(dword(48), 0U);  // relative to the end of the kernel's own local memory
  EXPECT_EQ(dword(52), 32U);
  EXPECT_EQ(dword(56), 2U);
  EXPECT_EQ(dword(60), 1U);
  EXPECT_EQ(number_at<std::uint64_t>(data, 64), 0x3000'0000U);
  EXPECT_EQ(dword(92), 2U);
  EXPECT_EQ(local_bytes(kernel, launch), 140U);
  EXPECT_EQ(local_bytes(kernel, {.arguments = {BufferArgument{}, value, LocalArgument{~0U}, LocalArgument{2}}}),
            (std::uint64_t{1} << 32) + 102);  // more than a word holds
}

TEST(CrossThreadData, OfSmallerLastGroupsHasBothSizes) {
  binary::DeviceKernel kernel;
  kernel.simd = 8;
  kernel.cross_thread_bytes = 32;
  kernel.payload = {{.value = PayloadValue::local_size, .offset = 0, .bytes = 4, .part = 0},
                    {.value = PayloadValue::enqueued_local_size, .offset = 4, .bytes = 4, .part = 0},
                    {.value = PayloadValue::group_count, .offset = 8, .bytes = 4, .part = 0}};
  const Launch launch{.global = {100, 1, 1}};
  const auto data = cross_thread_data({kernel, launch, {64, 1, 1}, {36, 1, 1}}, {});
  EXPECT_EQ(number_at<std::uint32_t>(data, 0), 36U);
  EXPECT_EQ(number_at<std::uint32_t>(data, 4), 64U);
  EXPECT_EQ(number_at<std::uint32_t>(data, 8), 2U);
}

}  // namespace
}  // namespace eugene::launch
