// A device for tests: an open file of it, and batches to give it.
#pragma once

#include <gtest/gtest.h>
#include <i915_drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "i915/file.h"

namespace eugene::i915 {

inline std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

class DeviceTest : public testing::Test {
 protected:
  template <class T>
  int call(unsigned long request, T& argument) {
    return file_.ioctl(request, &argument);
  }

  std::uint32_t create(std::uint64_t bytes = 0x1000) {
    drm_i915_gem_create args{.size = bytes};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CREATE, args), 0);
    return args.handle;
  }
  std::uint32_t* map(std::uint32_t handle, std::uint64_t bytes = 0x1000) {
    drm_i915_gem_mmap args{.handle = handle, .size = bytes};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_MMAP, args), 0);
    return reinterpret_cast<std::uint32_t*>(args.addr_ptr);
  }
  std::uint32_t create_context(bool recoverable = true) {
    drm_i915_gem_context_create args{};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_CREATE, args), 0);
    drm_i915_gem_context_param param{
        .ctx_id = args.ctx_id, .param = I915_CONTEXT_PARAM_RECOVERABLE, .value = recoverable};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, param), 0);
    return args.ctx_id;
  }
  int wait(std::uint32_t handle, std::int64_t timeout = 10'000'000'000) {
    drm_i915_gem_wait args{.bo_handle = handle, .timeout_ns = timeout};
    return call(DRM_IOCTL_I915_GEM_WAIT, args);
  }
  int execute(std::vector<drm_i915_gem_exec_object2>& objects, std::uint32_t context = 0, std::uint64_t flags = 0) {
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = address_of(objects.data());
    args.buffer_count = static_cast<std::uint32_t>(objects.size());
    args.flags = flags;
    args.rsvd1 = context;
    return call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args);
  }
  static drm_i915_gem_exec_object2 pinned(std::uint32_t handle, std::uint64_t address, std::uint64_t flags = 0) {
    drm_i915_gem_exec_object2 object{};
    object.handle = handle;
    object.offset = address;
    object.flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS | flags;
    return object;
  }

  // A batch in a new object: dwords, then its end.
  std::uint32_t batch(std::vector<std::uint32_t> dwords) {
    dwords.push_back(kBatchEnd);
    if (dwords.size() % 2 != 0) dwords.push_back(0);
    const std::uint32_t handle = create();
    drm_i915_gem_pwrite args{.handle = handle, .size = dwords.size() * 4, .data_ptr = address_of(dwords.data())};
    EXPECT_EQ(call(DRM_IOCTL_I915_GEM_PWRITE, args), 0);
    return handle;
  }
  static std::vector<std::uint32_t> store(std::uint64_t address, std::uint32_t value) {
    return {0x1000'0002, static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32), value};
  }
  // Waits until the dword there is `value`.
  static std::vector<std::uint32_t> wait_until(std::uint64_t address, std::uint32_t value) {
    return {0x0E00'C002, value, static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32)};
  }

  static constexpr std::uint32_t kBatchEnd = 0x0500'0000;
  static constexpr std::uint32_t kUnknownCommand = 0x7FFF'0000;
  static constexpr std::uint64_t kData = 0x1'0000'0000;
  static constexpr std::uint64_t kBatch = 0x2'0000'0000;

  std::mutex reports_mutex_;
  std::vector<gpu::Report> reports_;
  std::thread::id reporter_;  // the thread that has executed what was reported last
  DrmDevice drm_{QueueOptions{.threads = 1, .report = [this](gpu::Report&& report) {
                                const std::scoped_lock lock(reports_mutex_);
                                reporter_ = std::this_thread::get_id();
                                reports_.push_back(std::move(report));
                              }}};
  File file_{drm_};
};

}  // namespace eugene::i915
