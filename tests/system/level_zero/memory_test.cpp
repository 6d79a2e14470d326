// Memory of the host, of the device and shared: kernels, copies and fills.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "ze.h"

namespace ze {
namespace {

// Each kind is what a kernel's pointer leads to, and the host sees what the kernel has written without a copy.
TEST(Memory, HostAndSharedAreSeenByBoth) {
  for (const Where where : {Where::host, Where::shared}) {
    const auto data = gpu().array<int>(where, 1000);
    std::iota(data.begin(), data.end(), -500);
    const auto scale = gpu().kernel("scale", 8);
    set_all(scale, data.data(), 3, 7);
    const auto list = gpu().new_list();
    launch(list, scale, {125, 1, 1});
    gpu().finish(list);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(data[i], (i - 500) * 3 + 7) << i;
    ZE(zeMemFree, gpu().context, data.data());
  }
}

TEST(Memory, OfTheDeviceIsCopiedThereAndBack) {
  std::vector<float> a(4096), b(4096), sum(4096);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i) * 0.5F, b[i] = 1.0F / static_cast<float>(i + 1);
  const auto on_a = gpu().array<float>(Where::device, a.size()), on_b = gpu().array<float>(Where::device, a.size()),
             on_sum = gpu().array<float>(Where::device, a.size());
  const auto add = gpu().kernel("add", 64);
  set_all(add, on_a.data(), on_b.data(), on_sum.data());
  const auto list = gpu().new_list();
  ZE(zeCommandListAppendMemoryCopy, list, on_a.data(), a.data(), on_a.size_bytes(), nullptr, 0, nullptr);
  ZE(zeCommandListAppendMemoryCopy, list, on_b.data(), b.data(), on_b.size_bytes(), nullptr, 0, nullptr);
  barrier(list);
  launch(list, add, {64, 1, 1});
  barrier(list);
  ZE(zeCommandListAppendMemoryCopy, list, sum.data(), on_sum.data(), on_sum.size_bytes(), nullptr, 0, nullptr);
  gpu().finish(list);
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(sum[i], a[i] + b[i]) << i;
}

// Fills of patterns of every length, and copies from odd places to odd places.
TEST(Memory, IsFilledAndCopiedToTheByte) {
  for (const std::size_t length : {1, 2, 4, 8, 16}) {
    const auto data = gpu().array<std::uint8_t>(Where::shared, 1024);
    std::ranges::fill(data, 0xEE);
    std::vector<std::uint8_t> pattern(length);
    std::iota(pattern.begin(), pattern.end(), 0x31);
    const auto list = gpu().new_list();
    ZE(zeCommandListAppendMemoryFill, list, data.data() + 64, pattern.data(), length, 512, nullptr, 0, nullptr);
    barrier(list);
    ZE(zeCommandListAppendMemoryCopy, list, data.data() + 701, data.data() + 67, 97, nullptr, 0, nullptr);
    gpu().finish(list);
    std::vector<std::uint8_t> expected(1024, 0xEE);
    for (std::size_t i = 0; i < 512; ++i) expected[64 + i] = pattern[i % length];
    std::memcpy(&expected[701], &expected[67], 97);
    ASSERT_TRUE(std::ranges::equal(data, expected)) << length;
  }
}

TEST(Memory, IsCopiedByRectangles) {
  const auto from = gpu().array<std::uint8_t>(Where::shared, 64 * 32),
             to = gpu().array<std::uint8_t>(Where::shared, 48 * 32);
  std::iota(from.begin(), from.end(), std::uint8_t{0});
  std::ranges::fill(to, 0);
  const ze_copy_region_t source{.originX = 5, .originY = 3, .originZ = 0, .width = 21, .height = 9, .depth = 1};
  const ze_copy_region_t target{.originX = 8, .originY = 11, .originZ = 0, .width = 21, .height = 9, .depth = 1};
  const auto list = gpu().new_list();
  ZE(zeCommandListAppendMemoryCopyRegion, list, to.data(), &target, 48, 0, from.data(), &source, 64, 0, nullptr, 0,
     nullptr);
  gpu().finish(list);
  std::vector<std::uint8_t> expected(to.size());
  for (std::size_t y = 0; y < 9; ++y) std::memcpy(&expected[(11 + y) * 48 + 8], &from[(3 + y) * 64 + 5], 21);
  EXPECT_TRUE(std::ranges::equal(to, expected));
}

// Pointers of 64 bits mean the same to the host and to kernels, inside memory as well.
TEST(Memory, HasTheSamePointersOnBothSides) {
  struct Node {
    Node* next;
    std::int64_t value;
  };
  const auto nodes = gpu().array<Node>(Where::shared, 100);
  for (std::size_t i = 0; i < 100; ++i)  // 7 is no divisor of 100: each is met once
    nodes[i * 7 % 100] = {i == 99 ? nullptr : &nodes[(i + 1) * 7 % 100], static_cast<std::int64_t>(i) << 33};
  const auto sum = gpu().array<std::int64_t>(Where::host, 1);
  const auto walk = gpu().kernel("walk", 1);
  set_all(walk, nodes.data(), sum.data());
  ZE(zeKernelSetIndirectAccess, walk, ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED);
  const auto list = gpu().new_list();
  launch(list, walk, {1, 1, 1});
  gpu().finish(list);
  EXPECT_EQ(sum[0], std::int64_t{4950} << 33);
  EXPECT_EQ(nodes[7].value, -(std::int64_t{1} << 33));
}

TEST(Memory, KnowsWhatAPointerIs) {
  struct Row {
    Where where;
    ze_memory_type_t type;
  };
  for (const Row& row : {Row{Where::host, ZE_MEMORY_TYPE_HOST}, Row{Where::device, ZE_MEMORY_TYPE_DEVICE},
                         Row{Where::shared, ZE_MEMORY_TYPE_SHARED}}) {
    auto properties = described<ze_memory_allocation_properties_t>(ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);
    auto* const memory = static_cast<std::uint8_t*>(gpu().allocate(row.where, 5000));
    ze_device_handle_t device = nullptr;
    ZE(zeMemGetAllocProperties, gpu().context, memory + 4999, &properties, &device);
    EXPECT_EQ(properties.type, row.type);
    void* base = nullptr;
    std::size_t size = 0;
    ZE(zeMemGetAddressRange, gpu().context, memory + 100, &base, &size);
    EXPECT_EQ(base, memory);
    EXPECT_GE(size, 5000U);
  }
}

}  // namespace
}  // namespace ze
