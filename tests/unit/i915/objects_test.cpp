// Buffer objects: GEM ioctls.
#include <fcntl.h>

#include <array>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

using ObjectsTest = DeviceTest;

TEST_F(ObjectsTest, AreWholePagesOfZeros) {
  drm_i915_gem_create args{.size = 5000};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), 0);
  EXPECT_EQ(args.size, 8192U);
  const std::uint32_t* words = map(args.handle, args.size);
  for (std::size_t i = 0; i < 2048; ++i) ASSERT_EQ(words[i], 0U);
  args.size = 0;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), -EINVAL);
  args.size = std::uint64_t{1} << 60;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), -E2BIG);
}

TEST_F(ObjectsTest, HaveTheLowestFreeHandle) {
  EXPECT_EQ(create(), 1U);
  EXPECT_EQ(create(), 2U);
  drm_gem_close args{.handle = 1};
  EXPECT_EQ(call(DRM_IOCTL_GEM_CLOSE, args), 0);
  EXPECT_EQ(call(DRM_IOCTL_GEM_CLOSE, args), -EINVAL);
  EXPECT_EQ(create(), 1U);
}

TEST_F(ObjectsTest, AreMappedAnewEachTime) {
  const std::uint32_t handle = create();
  std::uint32_t* first = map(handle);
  std::uint32_t* second = map(handle);
  ASSERT_NE(first, second);
  first[3] = 42;
  EXPECT_EQ(second[3], 42U);
  ::munmap(first, 0x1000);
  EXPECT_EQ(second[3], 42U);
}

TEST_F(ObjectsTest, AreMappedThroughTheNode) {
  const std::uint32_t handle = create(0x3000);
  map(handle, 0x3000)[0x800] = 9;
  drm_i915_gem_mmap_offset args{.handle = handle, .flags = I915_MMAP_OFFSET_WB};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_MMAP_OFFSET, args), 0);
  ASSERT_NE(args.offset, 0U);
  void* mapped = file_.map(nullptr, 0x1000, PROT_READ, MAP_SHARED, args.offset + 0x2000);
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_EQ(*static_cast<std::uint32_t*>(mapped), 9U);
  EXPECT_EQ(file_.map(nullptr, 0x2000, PROT_READ, MAP_SHARED, args.offset + 0x2000), MAP_FAILED);
  EXPECT_EQ(file_.map(nullptr, 0x1000, PROT_READ, MAP_SHARED, 0), MAP_FAILED);
}

TEST_F(ObjectsTest, AreReadAndWritten) {
  const std::uint32_t handle = create();
  std::array<std::uint32_t, 4> data{1, 2, 3, 4};
  drm_i915_gem_pwrite write{.handle = handle, .offset = 16, .size = 16, .data_ptr = address_of(data.data())};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, write), 0);
  std::array<std::uint32_t, 4> back{};
  drm_i915_gem_pread read{.handle = handle, .offset = 20, .size = 16, .data_ptr = address_of(back.data())};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_PREAD, read), 0);
  EXPECT_EQ(back, (std::array<std::uint32_t, 4>{2, 3, 4, 0}));
  read.offset = 0xFF8;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PREAD, read), -EINVAL);
  read = {.handle = handle, .size = 16, .data_ptr = 0x10};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PREAD, read), -EFAULT);
  read.handle = 99;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PREAD, read), -ENOENT);
}

TEST_F(ObjectsTest, StayUntiled) {
  const std::uint32_t handle = create(0x10000);
  drm_i915_gem_set_tiling set{.handle = handle, .tiling_mode = I915_TILING_Y, .stride = 256};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_SET_TILING, set), 0);
  drm_i915_gem_get_tiling get{.handle = handle};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_GET_TILING, get), 0);
  EXPECT_EQ(set.tiling_mode, std::uint32_t{I915_TILING_NONE});
  EXPECT_EQ(get.tiling_mode, std::uint32_t{I915_TILING_NONE});
  set.tiling_mode = I915_TILING_Y;
  set.stride = 100;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_SET_TILING, set), -EINVAL);
}

TEST_F(ObjectsTest, ArePassedOnAsDescriptors) {
  const std::uint32_t handle = create();
  map(handle)[0] = 5;
  drm_prime_handle out{.handle = handle, .flags = DRM_CLOEXEC | DRM_RDWR};
  ASSERT_EQ(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, out), 0);
  drm_prime_handle in{.fd = out.fd};
  ASSERT_EQ(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, in), 0);
  EXPECT_EQ(in.handle, handle);  // the same object has the same handle
  File other(machine_);
  ASSERT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
  drm_i915_gem_mmap mapping{.handle = in.handle, .size = 0x1000};
  ASSERT_EQ(other.ioctl(DRM_IOCTL_I915_GEM_MMAP, &mapping), 0);
  EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(mapping.addr_ptr), 5U);
  in.fd = 0;
  EXPECT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), -EINVAL);
}

TEST_F(ObjectsTest, AreTheProgramsOwnMemory) {
  void* memory = ::mmap(nullptr, 0x2000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  drm_i915_gem_userptr args{.user_ptr = address_of(memory), .user_size = 0x2000};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), 0);
  const std::uint32_t code = batch(store(kData + 0x1004, 77));
  std::vector<drm_i915_gem_exec_object2> objects{pinned(args.handle, kData, EXEC_OBJECT_WRITE), pinned(code, kBatch)};
  ASSERT_EQ(execute(objects), 0);
  ASSERT_EQ(wait(args.handle), 0);
  EXPECT_EQ(static_cast<std::uint32_t*>(memory)[0x401], 77U);

  args.user_ptr += 4;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), -EINVAL);
  ::munmap(memory, 0x2000);
  args = {.user_ptr = address_of(memory), .user_size = 0x2000, .flags = I915_USERPTR_PROBE};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), -EFAULT);
}

}  // namespace
}  // namespace eugene::i915
