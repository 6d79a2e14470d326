// Synchronisation objects, by themselves and of EXECBUFFER2.
#include <array>
#include <chrono>
#include <thread>

#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

class SyncobjsTest : public DeviceTest {
 protected:
  static std::int64_t in(std::chrono::nanoseconds time) {
    return (std::chrono::steady_clock::now().time_since_epoch() + time).count();
  }
  std::uint32_t syncobj(std::uint32_t flags = 0) {
    drm_syncobj_create args{.flags = flags};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_CREATE, args), 0);
    return args.handle;
  }
  int wait_for(std::vector<std::uint32_t> handles, std::uint32_t flags, std::int64_t timeout = 0,
               std::uint32_t* first = nullptr) {
    drm_syncobj_wait args{};
    args.handles = address_of(handles.data());
    args.timeout_nsec = timeout;
    args.count_handles = static_cast<std::uint32_t>(handles.size());
    args.flags = flags;
    const int result = call(DRM_IOCTL_SYNCOBJ_WAIT, args);
    if (first != nullptr) *first = args.first_signaled;
    return result;
  }
  int wait_for_value(std::uint32_t handle, std::uint64_t value, std::uint32_t flags, std::int64_t timeout = 0) {
    drm_syncobj_timeline_wait args{};
    args.handles = address_of(&handle);
    args.points = address_of(&value);
    args.timeout_nsec = timeout;
    args.count_handles = 1;
    args.flags = flags;
    return call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, args);
  }
  std::uint64_t value_of(std::uint32_t handle) {
    std::uint64_t value = ~std::uint64_t{0};
    drm_syncobj_timeline_array args{.handles = address_of(&handle), .points = address_of(&value), .count_handles = 1};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_QUERY, args), 0);
    return value;
  }
};

constexpr std::uint32_t kAll = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
constexpr std::uint32_t kForSubmit = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;

TEST_F(SyncobjsTest, StartWithoutAFence) {
  const std::uint32_t handle = syncobj();
  EXPECT_EQ(wait_for({handle}, 0), -EINVAL);
  EXPECT_EQ(wait_for({handle}, kForSubmit), -ETIME);
  EXPECT_EQ(wait_for({syncobj(DRM_SYNCOBJ_CREATE_SIGNALED)}, 0), 0);
  EXPECT_EQ(wait_for({handle + 9}, 0), -ENOENT);
  EXPECT_EQ(wait_for({}, 0), -EINVAL);
}

TEST_F(SyncobjsTest, AreSignalledAndReset) {
  std::uint32_t handle = syncobj();
  drm_syncobj_array args{.handles = address_of(&handle), .count_handles = 1};
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_SIGNAL, args), 0);
  EXPECT_EQ(wait_for({handle}, 0), 0);
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_RESET, args), 0);
  EXPECT_EQ(wait_for({handle}, kForSubmit), -ETIME);
}

TEST_F(SyncobjsTest, WaitForOneOrForAll) {
  const std::uint32_t open = syncobj();
  const std::uint32_t signalled = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED);
  std::uint32_t first = 0;
  EXPECT_EQ(wait_for({open, signalled}, kForSubmit, in(std::chrono::seconds(10)), &first), 0);
  EXPECT_EQ(first, 1U);
  EXPECT_EQ(wait_for({open, signalled}, kForSubmit | kAll, in(std::chrono::milliseconds(1))), -ETIME);
}

TEST_F(SyncobjsTest, WakeWhoWaitsForASubmission) {
  const std::uint32_t handle = syncobj();
  std::jthread signaller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::uint32_t one = handle;
    drm_syncobj_array args{.handles = address_of(&one), .count_handles = 1};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_SIGNAL, args), 0);
  });
  EXPECT_EQ(wait_for({handle}, kForSubmit, in(std::chrono::seconds(10))), 0);
}

TEST_F(SyncobjsTest, FollowATimeline) {
  std::uint32_t handle = syncobj();
  std::uint64_t value = 5;
  drm_syncobj_timeline_array args{.handles = address_of(&handle), .points = address_of(&value), .count_handles = 1};
  EXPECT_EQ(value_of(handle), 0U);
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, args), 0);
  EXPECT_EQ(value_of(handle), 5U);
  EXPECT_EQ(wait_for_value(handle, 3, 0), 0);
  EXPECT_EQ(wait_for_value(handle, 5, 0), 0);
  EXPECT_EQ(wait_for_value(handle, 6, 0), -EINVAL);
  EXPECT_EQ(wait_for_value(handle, 6, kForSubmit), -ETIME);
}

TEST_F(SyncobjsTest, AreSignalledByWork) {
  const std::uint32_t gate = create();
  const std::uint32_t done = syncobj();
  std::vector objects{pinned(gate, kData), pinned(batch(wait_until(kData, 1)), kBatch)};
  drm_i915_gem_exec_fence fence{.handle = done, .flags = I915_EXEC_FENCE_SIGNAL};
  drm_i915_gem_execbuffer2 args{};
  args.buffers_ptr = address_of(objects.data());
  args.buffer_count = 2;
  args.flags = I915_EXEC_FENCE_ARRAY;
  args.cliprects_ptr = address_of(&fence);
  args.num_cliprects = 1;
  ASSERT_EQ(call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args), 0);
  EXPECT_EQ(wait_for({done}, 0, in(std::chrono::milliseconds(1))), -ETIME);
  map(gate)[0] = 1;
  EXPECT_EQ(wait_for({done}, 0, in(std::chrono::seconds(10))), 0);
}

TEST_F(SyncobjsTest, HoldWorkBackUntilTheirValue) {
  const std::uint32_t gate = create();
  const std::uint32_t data = create();
  std::uint32_t timeline = syncobj();
  const auto submit = [&](std::vector<drm_i915_gem_exec_object2> objects, std::uint32_t flags, std::uint64_t value,
                          std::uint32_t context) {
    drm_i915_gem_exec_fence fence{.handle = timeline, .flags = flags};
    drm_i915_gem_execbuffer_ext_timeline_fences list{};
    list.base.name = DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES;
    list.fence_count = 1;
    list.handles_ptr = address_of(&fence);
    list.values_ptr = address_of(&value);
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = address_of(objects.data());
    args.buffer_count = static_cast<std::uint32_t>(objects.size());
    args.flags = I915_EXEC_USE_EXTENSIONS;
    args.cliprects_ptr = address_of(&list);
    args.rsvd1 = context;
    return call(DRM_IOCTL_I915_GEM_EXECBUFFER2, args);
  };
  EXPECT_EQ(submit({pinned(batch({}), kBatch)}, I915_EXEC_FENCE_WAIT, 1, 0), -EINVAL);  // no request will signal it
  ASSERT_EQ(submit({pinned(gate, kData), pinned(batch(wait_until(kData, 1)), kBatch)}, I915_EXEC_FENCE_SIGNAL, 1,
                   create_context()),
            0);
  ASSERT_EQ(
      submit({pinned(data, kData), pinned(batch(store(kData, 3)), kBatch)}, I915_EXEC_FENCE_WAIT, 1, create_context()),
      0);
  EXPECT_EQ(wait(data, 2'000'000), -ETIME);
  EXPECT_EQ(map(data)[0], 0U);
  EXPECT_EQ(value_of(timeline), 0U);
  map(gate)[0] = 1;
  ASSERT_EQ(wait(data), 0);
  EXPECT_EQ(map(data)[0], 3U);
  EXPECT_EQ(value_of(timeline), 1U);
}

TEST_F(SyncobjsTest, ArePassedOnAsDescriptors) {
  const std::uint32_t handle = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED);
  drm_syncobj_handle out{.handle = handle};
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, out), 0);
  drm_syncobj_handle in{.fd = out.fd};
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, in), 0);
  EXPECT_NE(in.handle, handle);
  EXPECT_EQ(wait_for({in.handle}, 0), 0);
}

}  // namespace
}  // namespace eugene::i915
