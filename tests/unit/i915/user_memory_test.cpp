// Objects of the program's own memory (I915_GEM_USERPTR) that it protects, unmaps or truncates: errors, or requests
// that fail, and never the end of the program.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <map>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

// Memory of the program that it later takes away.
class ProgramsMemoryTest : public DeviceTest {
 protected:
  static constexpr std::uint64_t kBytes = 0x3000;

  ProgramsMemoryTest() : file_of_memory_(std::tmpfile()) {
    EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), kBytes), 0);
    memory_ = static_cast<std::uint32_t*>(
        ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, ::fileno(file_of_memory_), 0));
  }
  ~ProgramsMemoryTest() override {
    drm_.stop();
    ::munmap(memory_, kBytes);
    std::fclose(file_of_memory_);
  }
  std::uint32_t object(std::uint32_t flags = 0) {
    drm_i915_gem_userptr args{.user_ptr = address_of(memory_), .user_size = kBytes, .flags = flags};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_USERPTR, args), 0);
    return args.handle;
  }
  int execute_with(std::uint32_t user, std::uint32_t code, std::uint32_t context = 0) {
    std::vector<drm_i915_gem_exec_object2> objects{pinned(user, kData, EXEC_OBJECT_WRITE), pinned(code, kBatch)};
    return execute(objects, context);
  }
  // Ways to take memory away from an object; all take at least the last page.
  const std::map<std::string, std::function<void()>> takings_{
      {"only read", [this] { ::mprotect(memory_ + 0x800, 0x1000, PROT_READ); }},
      {"protected", [this] { ::mprotect(memory_ + 0x800, 0x1000, PROT_NONE); }},
      {"unmapped", [this] { ::munmap(memory_ + 0x800, 0x1000); }},
      {"truncated", [this] { EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), 0x2000), 0); }},
  };

  std::FILE* file_of_memory_;
  std::uint32_t* memory_;
};

// Read-only memory of the program can be read, and neither commands nor relocations write to it.
TEST_F(ProgramsMemoryTest, MayBeOnlyRead) {
  memory_[2] = 7;
  ::mprotect(memory_, kBytes, PROT_READ);
  const std::uint32_t user = object(), to = create(), context = create_context();
  // MI_COPY_MEM_MEM
  const auto address = [](std::uint64_t at) { return static_cast<std::uint32_t>(at >> 32); };
  const std::uint32_t copy = batch({0x1700'0003, 0, address(kData * 3), 8, address(kData)});
  std::vector<drm_i915_gem_exec_object2> objects{pinned(user, kData), pinned(to, kData * 3), pinned(copy, kBatch)};
  ASSERT_EQ(execute(objects, context), 0);
  ASSERT_EQ(wait(to), 0);
  EXPECT_EQ(map(to)[0], 7U);
  ASSERT_EQ(execute_with(user, batch(store(kData + 8, 77)), context), 0);
  ASSERT_EQ(wait(user), 0);
  EXPECT_EQ(memory_[2], 7U);
  const std::scoped_lock lock(reports_mutex_);
  EXPECT_EQ(reports_.size(), 1U);
}

// A command that accesses missing memory fails. Only its request fails with it.
TEST_F(ProgramsMemoryTest, MayBeGoneWhenItIsAccessed) {
  for (const auto& [how, take] : takings_) {
    SCOPED_TRACE(how);
    {
      const std::scoped_lock lock(reports_mutex_);
      reports_.clear();
    }
    const std::uint32_t user = object();
    const std::uint32_t context = create_context();  // since a context that fails too often is banned
    ASSERT_EQ(execute_with(user, batch({}), context), 0);
    ASSERT_EQ(wait(user), 0);
    const std::uint32_t bad = batch(store(kData + 0x2010, 77));  // before there is room where the memory was
    take();
    ASSERT_EQ(execute_with(user, bad, context), 0);
    ASSERT_EQ(wait(user), 0);
    {
      const std::scoped_lock lock(reports_mutex_);
      ASSERT_EQ(reports_.size(), 1U);
      EXPECT_NE(gpu::format(reports_[0]).find("0x100002010"), std::string::npos) << gpu::format(reports_[0]);
    }
    // The rest is as usual.
    ASSERT_EQ(execute_with(user, batch(store(kData + 0x10, 78)), context), 0);
    ASSERT_EQ(wait(user), 0);
    EXPECT_EQ(memory_[4], 78U);
    EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), kBytes), 0);
    ::mmap(memory_, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, ::fileno(file_of_memory_), 0);
  }
}

// A batch in such memory: its commands are read from there.
TEST_F(ProgramsMemoryTest, MayBeGoneWhenItIsExecuted) {
  for (const auto& [how, take] : takings_) {
    if (how == "only read") continue;
    SCOPED_TRACE(how);
    memory_[0x800] = kBatchEnd;
    const std::uint32_t user = object();
    std::vector<drm_i915_gem_exec_object2> objects{pinned(user, kBatch)};
    drm_i915_gem_execbuffer2 args{.buffers_ptr = address_of(objects.data()), .buffer_count = 1};
    args.batch_start_offset = 0x2000;
    ASSERT_EQ(call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args), 0);
    ASSERT_EQ(wait(user), 0);
    take();
    ASSERT_EQ(call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args), 0);
    ASSERT_EQ(wait(user), 0);
    {
      const std::scoped_lock lock(reports_mutex_);
      EXPECT_EQ(reports_.size(), 1U);
      reports_.clear();
    }
    EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), kBytes), 0);
    ::mmap(memory_, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, ::fileno(file_of_memory_), 0);
  }
}

// Relocations are written by the ioctl, which says that they cannot be.
TEST_F(ProgramsMemoryTest, MayBeGoneWhenItIsRelocated) {
  const std::uint32_t data = create();
  for (const auto& [how, take] : takings_) {
    SCOPED_TRACE(how);
    memory_[0] = kBatchEnd;
    const std::uint32_t user = object();
    drm_i915_gem_relocation_entry relocation{.target_handle = data, .offset = 0x2000, .presumed_offset = ~0ULL};
    std::vector<drm_i915_gem_exec_object2> objects{pinned(data, kData), pinned(user, kBatch)};
    ASSERT_EQ(execute(objects), 0);
    ASSERT_EQ(wait(user), 0);
    objects[1].relocation_count = 1;
    objects[1].relocs_ptr = address_of(&relocation);
    ASSERT_EQ(execute(objects), 0);
    EXPECT_EQ(memory_[0x800], static_cast<std::uint32_t>(kData));
    ASSERT_EQ(wait(user), 0);
    take();
    relocation.presumed_offset = ~0ULL;
    EXPECT_EQ(execute(objects), -EFAULT);
    EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), kBytes), 0);
    ::mmap(memory_, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, ::fileno(file_of_memory_), 0);
  }
}

// Other ioctls that access an object's memory.
TEST_F(ProgramsMemoryTest, MayBeGoneWhenItIsCopied) {
  for (const auto& [how, take] : takings_) {
    SCOPED_TRACE(how);
    const std::uint32_t user = object();
    take();
    std::uint32_t value = 3;
    drm_i915_gem_pwrite write{.handle = user, .offset = 0x2000, .size = 4, .data_ptr = address_of(&value)};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, write), -EFAULT);
    drm_i915_gem_pread read{.handle = user, .offset = 0x2000, .size = 4, .data_ptr = address_of(&value)};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PREAD, read), how == "only read" ? 0 : -EFAULT);
    EXPECT_EQ(::ftruncate(::fileno(file_of_memory_), kBytes), 0);
    ::mmap(memory_, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, ::fileno(file_of_memory_), 0);
  }
}

}  // namespace
}  // namespace eugene::i915
