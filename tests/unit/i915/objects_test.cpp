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

// Memory with PROT_WRITE and without PROT_READ can be read: the processor has no pages that can only be written.
TEST_F(ObjectsTest, AreWrittenFromMemoryThatMayOnlyBeWritten) {
  constexpr std::size_t kBytes = 0x3000;
  void* memory = ::mmap(nullptr, kBytes, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 0x5A, kBytes);
  const std::uint32_t handle = create(kBytes);
  drm_i915_gem_pwrite args{.handle = handle, .size = kBytes, .data_ptr = address_of(memory)};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, args), 0);
  EXPECT_EQ(map(handle, kBytes)[kBytes / 4 - 1], 0x5A5A'5A5AU);
  ::munmap(memory, kBytes);
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, args), -EFAULT);
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
  File other(drm_);
  ASSERT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
  drm_i915_gem_mmap mapping{.handle = in.handle, .size = 0x1000};
  ASSERT_EQ(other.ioctl(DRM_IOCTL_I915_GEM_MMAP, &mapping), 0);
  EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(mapping.addr_ptr), 5U);
  in.fd = 0;
  EXPECT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), -EINVAL);
}

// A second device stands for another process, because the two devices share only descriptors.
TEST_F(ObjectsTest, AreSharedWithOtherProcesses) {
  const std::uint32_t handle = create(0x3000);
  std::uint32_t* const early = map(handle, 0x3000);  // before the memory is a file
  early[0x800] = 7;
  drm_prime_handle out{.handle = handle, .flags = DRM_CLOEXEC | DRM_RDWR};
  ASSERT_EQ(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, out), 0);
  EXPECT_EQ(::lseek(out.fd, 0, SEEK_END), 0x3000);

  DrmDevice far(QueueOptions{});
  File other(far);
  drm_prime_handle in{.fd = out.fd};
  ASSERT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
  drm_i915_gem_mmap mapping{.handle = in.handle, .size = 0x3000};
  ASSERT_EQ(other.ioctl(DRM_IOCTL_I915_GEM_MMAP, &mapping), 0);
  auto* const there = reinterpret_cast<std::uint32_t*>(mapping.addr_ptr);
  EXPECT_EQ(there[0x800], 7U);
  early[1] = 8;
  EXPECT_EQ(there[1], 8U);
  there[2] = 9;
  EXPECT_EQ(early[2], 9U);
  EXPECT_EQ(map(handle)[2], 9U);

  drm_prime_handle again{.handle = handle, .flags = DRM_CLOEXEC};
  ASSERT_EQ(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, again), 0);
  drm_prime_handle same{.fd = again.fd};
  ASSERT_EQ(other.ioctl(DRM_IOCTL_PRIME_FD_TO_HANDLE, &same), 0);
  EXPECT_EQ(same.handle, in.handle);
  ::close(again.fd);
  ::close(out.fd);
  early[3] = 10;
  EXPECT_EQ(there[3], 10U);
}

// A request is done when the ioctl returns, since another process cannot wait for it.
TEST_F(ObjectsTest, SharedOnesAreDoneWhenTheRequestIsMade) {
  const std::uint32_t handle = create();
  drm_prime_handle out{.handle = handle, .flags = DRM_CLOEXEC | DRM_RDWR};
  ASSERT_EQ(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, out), 0);
  const std::uint32_t code = batch(store(kData + 4, 77));
  std::vector<drm_i915_gem_exec_object2> objects{pinned(handle, kData, EXEC_OBJECT_WRITE), pinned(code, kBatch)};
  ASSERT_EQ(execute(objects), 0);
  std::uint32_t value = 0;
  ASSERT_EQ(::pread(out.fd, &value, sizeof value, 4), static_cast<ssize_t>(sizeof value));
  EXPECT_EQ(value, 77U);
  ::close(out.fd);
}

TEST_F(ObjectsTest, OtherDescriptorsAreNoObjects) {
  const int file = ::memfd_create("eugene-object", MFD_CLOEXEC);  // no seals: its size may change
  ASSERT_EQ(::ftruncate(file, 0x1000), 0);
  drm_prime_handle in{.fd = file};
  EXPECT_EQ(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, in), -EINVAL);
  ::close(file);
  in.fd = file;
  EXPECT_EQ(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, in), -EBADF);
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

TEST_F(ObjectsTest, AreNotUsedWhereTheProgramsMemoryIsGone) {
  void* memory = ::mmap(nullptr, 0x2000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  drm_i915_gem_userptr args{.user_ptr = address_of(memory), .user_size = 0x2000};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), 0);
  ::munmap(memory, 0x2000);
  const std::uint32_t code = batch(store(kData, 77));
  std::vector<drm_i915_gem_exec_object2> objects{pinned(args.handle, kData, EXEC_OBJECT_WRITE), pinned(code, kBatch)};
  EXPECT_EQ(execute(objects), -EFAULT);
  for (auto& each : objects) each.flags &= ~std::uint64_t{EXEC_OBJECT_PINNED};
  EXPECT_EQ(execute(objects), -EFAULT);
}

TEST_F(ObjectsTest, TellByTheirDomainWhetherTheirMemoryIsThere) {
  void* memory = ::mmap(nullptr, 0x2000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  drm_i915_gem_userptr args{.user_ptr = address_of(memory), .user_size = 0x2000};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), 0);
  drm_i915_gem_set_domain domain{.handle = args.handle, .read_domains = I915_GEM_DOMAIN_CPU};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_SET_DOMAIN, domain), 0);
  ::munmap(memory, 0x2000);
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_SET_DOMAIN, domain), -EFAULT);
}

TEST_F(ObjectsTest, AreOpenedByName) {
  File primary(drm_, Node::primary);
  drm_i915_gem_create made{.size = 0x2000};
  ASSERT_EQ(primary.ioctl(DRM_IOCTL_I915_GEM_CREATE, &made), 0);
  drm_gem_flink name{.handle = made.handle};
  ASSERT_EQ(primary.ioctl(DRM_IOCTL_GEM_FLINK, &name), 0);
  drm_gem_flink again{.handle = made.handle};
  ASSERT_EQ(primary.ioctl(DRM_IOCTL_GEM_FLINK, &again), 0);
  EXPECT_EQ(name.name, again.name);
  drm_gem_open open{.name = name.name};
  EXPECT_EQ(call(DRM_IOCTL_GEM_OPEN, open), -EACCES) << "a render node has no names";
  File other(drm_, Node::primary);
  ASSERT_EQ(other.ioctl(DRM_IOCTL_GEM_OPEN, &open), 0);
  EXPECT_EQ(open.size, 0x2000U);
  for (auto [file, handle] : {std::pair(&primary, made.handle), std::pair(&other, open.handle)}) {
    drm_gem_close close{.handle = handle};
    EXPECT_EQ(other.ioctl(DRM_IOCTL_GEM_OPEN, &open), 0) << "a handle is left";
    EXPECT_TRUE(other.close_object(open.handle));
    EXPECT_EQ(file->ioctl(DRM_IOCTL_GEM_CLOSE, &close), 0);
  }
  EXPECT_EQ(other.ioctl(DRM_IOCTL_GEM_OPEN, &open), -ENOENT);
}

TEST_F(ObjectsTest, StayWhereTheyAreMapped) {
  const std::uint32_t handle = create();
  std::uint32_t* const mapped = map(handle);
  mapped[3] = 9;
  drm_gem_close close{.handle = handle};
  ASSERT_EQ(call(DRM_IOCTL_GEM_CLOSE, close), 0);
  EXPECT_EQ(mapped[3], 9U);
  mapped[3] = 10;
  ::munmap(mapped, 0x1000);
}

TEST_F(ObjectsTest, AreMappedWhereTheProgramWants) {
  const std::uint32_t handle = create(0x4000);
  drm_i915_gem_mmap_offset args{.handle = handle};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_MMAP_OFFSET, args), 0);
  auto* const room = static_cast<std::byte*>(::mmap(nullptr, 0x4000, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  // Only for writing: the kernel can read it all the same.
  void* const part = file_.map(room + 0x1000, 0x2000, PROT_WRITE, MAP_SHARED | MAP_FIXED, args.offset + 0x2000);
  ASSERT_EQ(part, room + 0x1000);
  std::memset(part, 0x5A, 0x2000);
  drm_i915_gem_pwrite copy{.handle = handle, .offset = 0, .size = 4, .data_ptr = address_of(part)};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, copy), 0);
  const std::uint32_t* const whole = map(handle, 0x4000);
  EXPECT_EQ(whole[0], 0x5A5A'5A5AU);
  EXPECT_EQ(whole[0x7FF], 0U);
  EXPECT_EQ(whole[0x800], 0x5A5A'5A5AU);
  EXPECT_EQ(file_.map(nullptr, 0x5000, PROT_READ, MAP_SHARED, args.offset), MAP_FAILED);
  ::munmap(room, 0x4000);
}

TEST_F(ObjectsTest, AreNotUsedWhileTheyAreNotNeeded) {
  const std::uint32_t handle = batch({});
  drm_i915_gem_madvise advice{.handle = handle, .madv = I915_MADV_DONTNEED};
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_MADVISE, advice), 0);
  EXPECT_EQ(advice.retained, 1U);
  std::uint32_t word = 0;
  drm_i915_gem_pwrite copy{.handle = handle, .size = 4, .data_ptr = address_of(&word)};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, copy), -EFAULT);
  std::vector objects{pinned(handle, kBatch)};
  EXPECT_EQ(execute(objects), -EFAULT);
  advice.madv = I915_MADV_WILLNEED;
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_MADVISE, advice), 0);
  EXPECT_EQ(execute(objects), 0);
}

TEST_F(ObjectsTest, HaveASizeThatCanBeRoundedUp) {
  drm_i915_gem_create args{.size = ~std::uint64_t{0}};
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), -EINVAL);
  args.size = 0;
  EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), -EINVAL);
  args.size = 5;
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), 0);
  EXPECT_EQ(args.size, 0x1000U);
}

// Only the primary node has these calls: on a render node Linux answers EACCES.
TEST_F(ObjectsTest, RenderNodesHaveNoMagic) {
  File primary(drm_, Node::primary);
  drm_auth auth{};
  EXPECT_EQ(call(DRM_IOCTL_GET_MAGIC, auth), -EACCES);
  EXPECT_EQ(call(DRM_IOCTL_AUTH_MAGIC, auth), -EACCES);
  drm_mode_card_res modes{};
  EXPECT_EQ(call(DRM_IOCTL_MODE_GETRESOURCES, modes), -EACCES);
  EXPECT_EQ(primary.ioctl(DRM_IOCTL_MODE_GETRESOURCES, &modes), -EOPNOTSUPP);
  EXPECT_EQ(primary.ioctl(DRM_IOCTL_GET_MAGIC, &auth), 0);
  EXPECT_EQ(primary.ioctl(DRM_IOCTL_AUTH_MAGIC, &auth), 0);
  auth.magic += 1;
  EXPECT_EQ(primary.ioctl(DRM_IOCTL_AUTH_MAGIC, &auth), -EINVAL);
}

}  // namespace
}  // namespace eugene::i915
