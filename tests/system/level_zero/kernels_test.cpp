// Kernels from SPIR-V: local memory, sub-groups, ranges of three dimensions, atomics, images; and how modules are
// built.
#include <algorithm>
#include <array>
#include <numeric>

#include "ze.h"

namespace ze {
namespace {

TEST(Kernels, ReduceInLocalMemory) {
  constexpr std::size_t kGroup = 128, kGroups = 20;
  const auto from = gpu().array<std::uint32_t>(Where::shared, kGroup * kGroups);
  const auto sums = gpu().array<std::uint32_t>(Where::shared, kGroups);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint32_t>(i * i + 1);
  const auto kernel = gpu().kernel("sum_of_group", kGroup);
  set_all(kernel, from.data(), sums.data(), Local{kGroup * sizeof(std::uint32_t)});
  const auto list = gpu().new_list();
  launch(list, kernel, {kGroups, 1, 1});
  gpu().finish(list);
  for (std::size_t g = 0; g < kGroups; ++g) {
    const auto part = from.subspan(g * kGroup, kGroup);
    EXPECT_EQ(sums[g], std::accumulate(part.begin(), part.end(), std::uint32_t{0})) << g;
  }
}

TEST(Kernels, WorkInSubgroups) {
  constexpr std::size_t kSize = 512;
  const auto from = gpu().array<std::uint32_t>(Where::shared, kSize),
             sums = gpu().array<std::uint32_t>(Where::shared, kSize),
             scans = gpu().array<std::uint32_t>(Where::shared, kSize),
             firsts = gpu().array<std::uint32_t>(Where::shared, kSize);
  for (std::size_t i = 0; i < kSize; ++i) from[i] = static_cast<std::uint32_t>(i * 2654435761U >> 8);
  const auto kernel = gpu().kernel("in_subgroups", 64);
  set_all(kernel, from.data(), sums.data(), scans.data(), firsts.data());
  const auto list = gpu().new_list();
  launch(list, kernel, {kSize / 64, 1, 1});
  gpu().finish(list);
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto part = from.subspan(i / 16 * 16, 16);
    ASSERT_EQ(sums[i], std::accumulate(part.begin(), part.end(), std::uint32_t{0})) << i;
    ASSERT_EQ(scans[i], *std::max_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(i % 16) + 1)) << i;
    ASSERT_EQ(firsts[i], part[0]) << i;
  }
}

// The counts of groups come from memory that the GPU reads.
TEST(Kernels, RunInThreeDimensionsOfIndirectSize) {
  constexpr std::uint32_t kX = 8, kY = 4, kZ = 2;  // of a group
  const auto groups = gpu().array<ze_group_count_t>(Where::shared, 1);
  groups[0] = {5, 3, 2};
  const std::uint32_t width = 5 * kX, height = 3 * kY, depth = 2 * kZ;
  const auto seen = gpu().array<std::uint32_t>(Where::shared, width * height * depth);
  std::ranges::fill(seen, ~0U);
  const auto kernel = gpu().kernel("places", kX, kY, kZ);
  set_all(kernel, seen.data());
  const auto list = gpu().new_list();
  ZE(zeCommandListAppendLaunchKernelIndirect, list, kernel, groups.data(), nullptr, 0, nullptr);
  gpu().finish(list);
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    const std::uint32_t x = i % width, y = i / width % height, z = i / width / height;
    const std::uint32_t local = (z % kZ * kY + y % kY) * kX + x % kX;
    ASSERT_EQ(seen[i], (x / kX | y / kY << 8 | z / kZ << 16) + (local << 24)) << i;
  }
}

TEST(Kernels, CountByAtomics) {
  const auto from = gpu().array<std::uint8_t>(Where::shared, 8192);
  const auto counts = gpu().array<std::uint32_t>(Where::shared, 256),
             max = gpu().array<std::uint32_t>(Where::shared, 1);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint8_t>(i * i % 251);
  std::ranges::fill(counts, 0);
  max[0] = 0;
  const auto kernel = gpu().kernel("histogram", 32);
  set_all(kernel, from.data(), counts.data(), max.data());
  const auto list = gpu().new_list();
  launch(list, kernel, {8192 / 32, 1, 1});
  gpu().finish(list);
  for (std::size_t value = 0; value < 256; ++value)
    ASSERT_EQ(counts[value], std::ranges::count(from, static_cast<std::uint8_t>(value))) << value;
  EXPECT_EQ(max[0], std::ranges::max(from));
}

TEST(Kernels, ReadAndWriteImages) {
  constexpr std::uint32_t kWidth = 48, kHeight = 16;
  auto desc = described<ze_image_desc_t>(ZE_STRUCTURE_TYPE_IMAGE_DESC);
  desc.type = ZE_IMAGE_TYPE_2D;
  desc.flags = ZE_IMAGE_FLAG_KERNEL_WRITE;
  desc.format = {.layout = ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8,
                 .type = ZE_IMAGE_FORMAT_TYPE_UINT,
                 .x = ZE_IMAGE_FORMAT_SWIZZLE_R,
                 .y = ZE_IMAGE_FORMAT_SWIZZLE_G,
                 .z = ZE_IMAGE_FORMAT_SWIZZLE_B,
                 .w = ZE_IMAGE_FORMAT_SWIZZLE_A};
  desc.width = kWidth;
  desc.height = kHeight;
  desc.depth = 1;
  ze_image_handle_t from = nullptr, to = nullptr;
  ZE(zeImageCreate, gpu().context, gpu().device, &desc, &from);
  ZE(zeImageCreate, gpu().context, gpu().device, &desc, &to);
  const auto before = gpu().array<std::uint32_t>(Where::host, kWidth * kHeight),
             after = gpu().array<std::uint32_t>(Where::host, kWidth * kHeight);
  for (std::uint32_t i = 0; i < before.size(); ++i) before[i] = i * 0x9E3779B9U;
  const auto mirror = gpu().kernel("mirror", 16, 1);
  set_all(mirror, from, to);
  const auto list = gpu().new_list();
  ZE(zeCommandListAppendImageCopyFromMemory, list, from, before.data(), nullptr, nullptr, 0, nullptr);
  barrier(list);
  launch(list, mirror, {kWidth / 16, kHeight, 1});
  barrier(list);
  ZE(zeCommandListAppendImageCopyToMemory, list, after.data(), to, nullptr, nullptr, 0, nullptr);
  gpu().finish(list);
  for (std::uint32_t i = 0; i < after.size(); ++i)
    ASSERT_EQ(after[i], before[i / kWidth * kWidth + kWidth - 1 - i % kWidth]) << i;
}

TEST(Module, SaysWhyItCannotBeBuilt) {
  std::vector<std::uint8_t> damaged = read_spirv();
  std::fill(damaged.begin() + 20, damaged.end(), std::uint8_t{0xA5});
  auto desc = described<ze_module_desc_t>(ZE_STRUCTURE_TYPE_MODULE_DESC);
  desc.format = ZE_MODULE_FORMAT_IL_SPIRV;
  desc.inputSize = damaged.size();
  desc.pInputModule = damaged.data();
  ze_module_handle_t module = nullptr;
  ze_module_build_log_handle_t log = nullptr;
  EXPECT_NE(zeModuleCreate(gpu().context, gpu().device, &desc, &module, &log), ZE_RESULT_SUCCESS);
  std::size_t size = 0;
  ZE(zeModuleBuildLogGetString, log, &size, nullptr);
  std::string text(size, '\0');
  ZE(zeModuleBuildLogGetString, log, &size, text.data());
  EXPECT_FALSE(text.empty());
}

// A module is made from the native binary of another.
TEST(Module, IsMadeFromItsOwnBinary) {
  const std::vector<std::uint8_t> spirv = read_spirv();
  auto desc = described<ze_module_desc_t>(ZE_STRUCTURE_TYPE_MODULE_DESC);
  desc.format = ZE_MODULE_FORMAT_IL_SPIRV;
  desc.inputSize = spirv.size();
  desc.pInputModule = spirv.data();
  ze_module_handle_t first = nullptr, second = nullptr;
  ZE(zeModuleCreate, gpu().context, gpu().device, &desc, &first, nullptr);
  std::size_t size = 0;
  ZE(zeModuleGetNativeBinary, first, &size, nullptr);
  std::vector<std::uint8_t> binary(size);
  ZE(zeModuleGetNativeBinary, first, &size, binary.data());
  desc.format = ZE_MODULE_FORMAT_NATIVE;
  desc.inputSize = binary.size();
  desc.pInputModule = binary.data();
  ZE(zeModuleCreate, gpu().context, gpu().device, &desc, &second, nullptr);
  auto kernel_desc = described<ze_kernel_desc_t>(ZE_STRUCTURE_TYPE_KERNEL_DESC);
  kernel_desc.pKernelName = "scale";
  ze_kernel_handle_t scale = nullptr;
  ZE(zeKernelCreate, second, &kernel_desc, &scale);
  ZE(zeKernelSetGroupSize, scale, 4, 1, 1);
  const auto data = gpu().array<int>(Where::shared, 16);
  std::iota(data.begin(), data.end(), 0);
  set_all(scale, data.data(), 5, 1);
  const auto list = gpu().new_list();
  launch(list, scale, {4, 1, 1});
  gpu().finish(list);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(data[i], i * 5 + 1);
}

}  // namespace
}  // namespace ze
