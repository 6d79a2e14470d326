// Sync files: descriptors for the fences of EXECBUFFER2 and of syncobjs (linux/sync_file.h).
#include <linux/sync_file.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <utility>

#include "i915/sync_file.h"
#include "unit/i915/device.h"

namespace eugene::i915 {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

class SyncFilesTest : public DeviceTest {
 protected:
  // Work that ends when open() is called: in a context of its own, so that none waits for another.
  struct Work {
    std::uint32_t* gate;
    Descriptor fence;
    void open() const { __atomic_store_n(gate, 1U, __ATOMIC_SEQ_CST); }
  };
  int submit(std::vector<drm_i915_gem_exec_object2> objects, std::uint64_t flags, std::uint64_t& fences) {
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = address_of(objects.data());
    args.buffer_count = static_cast<std::uint32_t>(objects.size());
    args.flags = flags;
    args.rsvd1 = create_context();
    args.rsvd2 = fences;
    const int result = call(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, args);
    fences = args.rsvd2;
    return result;
  }
  Descriptor submit_for_fence(std::vector<drm_i915_gem_exec_object2> objects) {
    std::uint64_t fences = 0;
    EXPECT_EQ(submit(std::move(objects), I915_EXEC_FENCE_OUT, fences), 0);
    return Descriptor(static_cast<int>(fences >> 32));
  }
  Work work() {
    const std::uint32_t gate = create();
    std::uint32_t* const mapped = map(gate);
    return {mapped, submit_for_fence({pinned(gate, kData), pinned(batch(wait_until(kData, 1)), kBatch)})};
  }

  template <class T>
  int ioctl(const Descriptor& descriptor, unsigned long request, T& argument) {
    const std::scoped_lock lock(drm_.mutex());
    const auto file = find_sync_file(drm_, descriptor.number());
    return file == nullptr ? -EBADF : sync_file_ioctl(drm_, *file, request, &argument);
  }
  sync_file_info info(const Descriptor& descriptor) {
    sync_file_info result{};
    EXPECT_EQ(ioctl(descriptor, SYNC_IOC_FILE_INFO, result), 0);
    return result;
  }
  Descriptor merge(const Descriptor& one, const Descriptor& other) {
    sync_merge_data data{};
    std::strcpy(data.name, "both");
    data.fd2 = other.number();
    EXPECT_EQ(ioctl(one, SYNC_IOC_MERGE, data), 0);
    return Descriptor(data.fence);
  }
  static bool poll(const Descriptor& descriptor, int milliseconds) {
    pollfd each{.fd = descriptor.number(), .events = POLLIN, .revents = 0};
    return ::poll(&each, 1, milliseconds) == 1 && (each.revents & POLLIN) != 0;
  }

  std::uint32_t syncobj(std::uint32_t flags = 0) {
    drm_syncobj_create args{.flags = flags};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_CREATE, args), 0);
    return args.handle;
  }
  Descriptor export_fences(std::uint32_t handle) {
    drm_syncobj_handle args{.handle = handle, .flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE, .fd = -1};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, args), 0);
    return Descriptor(args.fd);
  }
  int import_fences(std::uint32_t handle, const Descriptor& descriptor) {
    drm_syncobj_handle args{
        .handle = handle, .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE, .fd = descriptor.number()};
    return call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, args);
  }
  int wait_for(std::uint32_t handle, std::chrono::milliseconds time) {
    drm_syncobj_wait args{};
    args.handles = address_of(&handle);
    args.count_handles = 1;
    args.timeout_nsec = (std::chrono::steady_clock::now().time_since_epoch() + std::chrono::nanoseconds(time)).count();
    return call(DRM_IOCTL_SYNCOBJ_WAIT, args);
  }

  static constexpr int kLong = 10'000;  // milliseconds
};

TEST_F(SyncFilesTest, OfAnExecutionArePolled) {
  const Work work = this->work();
  EXPECT_FALSE(poll(work.fence, 0));
  EXPECT_EQ(info(work.fence).status, 0);
  work.open();
  EXPECT_TRUE(poll(work.fence, kLong));
  EXPECT_TRUE(poll(work.fence, 0)) << "it stays signalled";
  EXPECT_EQ(info(work.fence).status, 1);
}

TEST_F(SyncFilesTest, TellOfFailure) {
  const Descriptor fence = submit_for_fence({pinned(batch({kUnknownCommand, 0}), kBatch)});
  ASSERT_TRUE(poll(fence, kLong));
  EXPECT_EQ(info(fence).status, -EIO);
}

TEST_F(SyncFilesTest, SayWhatTheyHold) {
  const Work work = this->work();
  std::array<sync_fence_info, 2> fences{};
  sync_file_info args{};
  args.num_fences = static_cast<std::uint32_t>(fences.size());
  args.sync_fence_info = address_of(fences.data());
  ASSERT_EQ(ioctl(work.fence, SYNC_IOC_FILE_INFO, args), 0);
  EXPECT_EQ(args.num_fences, 1U);
  EXPECT_STREQ(fences[0].driver_name, "i915");
  EXPECT_EQ(fences[0].status, 0);
  EXPECT_STREQ(fences[1].driver_name, "");
  args = {};
  args.flags = 1;
  EXPECT_EQ(ioctl(work.fence, SYNC_IOC_FILE_INFO, args), -EINVAL);
  EXPECT_EQ(ioctl(work.fence, _IO(SYNC_IOC_MAGIC, 99), args), -ENOTTY);
  work.open();
}

TEST_F(SyncFilesTest, MergedAreDoneWhenBothAre) {
  const Work first = work();
  const Work second = work();
  const Descriptor both = merge(first.fence, second.fence);
  EXPECT_EQ(info(both).num_fences, 2U);
  std::array<sync_fence_info, 1> room{};
  sync_file_info args{};
  args.num_fences = 1;  // of two
  args.sync_fence_info = address_of(room.data());
  EXPECT_EQ(ioctl(both, SYNC_IOC_FILE_INFO, args), -EINVAL);
  second.open();
  ASSERT_TRUE(poll(second.fence, kLong));
  EXPECT_FALSE(poll(both, 0));
  EXPECT_EQ(info(both).status, 0);
  first.open();
  EXPECT_TRUE(poll(both, kLong));
  EXPECT_EQ(info(both).status, 1);
}

TEST_F(SyncFilesTest, MergedWithThemselvesHoldAFenceOnce) {
  const Work work = this->work();
  EXPECT_EQ(info(merge(work.fence, work.fence)).num_fences, 1U);
  sync_merge_data data{};
  data.fd2 = 0;
  EXPECT_EQ(ioctl(work.fence, SYNC_IOC_MERGE, data), -ENOENT);
  data.flags = 1;
  EXPECT_EQ(ioctl(work.fence, SYNC_IOC_MERGE, data), -EINVAL);
  work.open();
}

TEST_F(SyncFilesTest, HoldAnExecutionBack) {
  const Work work = this->work();
  const std::uint32_t data = create();
  const std::uint32_t* const mapped = map(data);
  std::uint64_t fences = static_cast<std::uint32_t>(work.fence.number());
  ASSERT_EQ(submit({pinned(data, kData), pinned(batch(store(kData, 7)), kBatch)},
                   I915_EXEC_FENCE_IN | I915_EXEC_FENCE_OUT, fences),
            0);
  const Descriptor done(static_cast<int>(fences >> 32));
  EXPECT_FALSE(poll(done, 5));
  EXPECT_EQ(mapped[0], 0U);
  work.open();
  ASSERT_TRUE(poll(done, kLong));
  EXPECT_EQ(mapped[0], 7U);
  fences = 0;  // standard input
  EXPECT_EQ(submit({pinned(batch({}), kBatch)}, I915_EXEC_FENCE_IN, fences), -EINVAL);
}

TEST_F(SyncFilesTest, PassFencesFromSyncobjToSyncobj) {
  const Work work = this->work();
  const std::uint32_t from = syncobj();
  const std::uint32_t to = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED);
  drm_syncobj_handle nothing{.handle = from, .flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE};
  EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, nothing), -EINVAL) << "there is no fence yet";
  ASSERT_EQ(import_fences(from, work.fence), 0);
  ASSERT_EQ(import_fences(to, export_fences(from)), 0);
  EXPECT_EQ(wait_for(to, std::chrono::milliseconds(1)), -ETIME) << "the fence takes the place of the one it had";
  // An exported sync file does not follow the syncobj.
  const Descriptor exported = export_fences(from);
  std::uint32_t handle = from;
  drm_syncobj_array one{.handles = address_of(&handle), .count_handles = 1};
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_SIGNAL, one), 0);
  EXPECT_FALSE(poll(exported, 0));
  work.open();
  EXPECT_TRUE(poll(exported, kLong));
  EXPECT_EQ(wait_for(to, std::chrono::milliseconds(kLong)), 0);
  EXPECT_EQ(import_fences(to + 99, exported), -ENOENT);
  EXPECT_EQ(import_fences(to, Descriptor(::dup(0))), -EINVAL);
}

TEST_F(SyncFilesTest, HoldAPointOfATimeline) {
  const Work work = this->work();
  const std::uint32_t fence = syncobj();
  const std::uint32_t timeline = syncobj();
  const std::uint32_t binary = syncobj();
  ASSERT_EQ(import_fences(fence, work.fence), 0);
  drm_syncobj_transfer in{.src_handle = fence, .dst_handle = timeline, .src_point = 0, .dst_point = 4};
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, in), 0);
  drm_syncobj_transfer out{.src_handle = timeline, .dst_handle = binary, .src_point = 5, .dst_point = 0};
  EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, out), -EINVAL) << "no work reaches that point";
  out.src_point = 3;
  ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, out), 0);
  const Descriptor exported = export_fences(binary);
  EXPECT_FALSE(poll(exported, 0));
  work.open();
  EXPECT_TRUE(poll(exported, kLong));
}

TEST_F(SyncFilesTest, MayBeClosedBeforeTheyAreDone) {
  const std::uint32_t signalled_later = syncobj();
  Work work = this->work();
  ASSERT_EQ(import_fences(signalled_later, work.fence), 0);
  work.fence.close();
  // The GPU's thread and the program's thread signal fences: neither gets SIGPIPE for a closed sync file.
  work.open();
  EXPECT_EQ(wait_for(signalled_later, std::chrono::milliseconds(kLong)), 0);
  std::uint32_t handle = signalled_later;
  drm_syncobj_array one{.handles = address_of(&handle), .count_handles = 1};
  EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_SIGNAL, one), 0);
}

}  // namespace
}  // namespace eugene::i915
