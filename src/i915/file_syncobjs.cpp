// Synchronisation objects of the DRM core.
#include <unistd.h>
#include <algorithm>
#include <cerrno>

#include "i915/handlers.h"
#include "i915/sync_file.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

constexpr std::uint32_t kMaxHandles = 1U << 20;
// Timeout for an ioctl without a timeout argument. The kernel has the same.
constexpr std::chrono::seconds kLongestWaitForSubmission{5};

// Looks up the syncobjs of an array of handles in the program's memory.
int find_all(IoctlCall& call, std::uint64_t array, std::uint32_t count, std::vector<std::shared_ptr<Syncobj>>& found) {
  if (count == 0) return -EINVAL;
  if (count > kMaxHandles) return -ENOMEM;
  std::vector<std::uint32_t> handles(count);
  if (!read_user(handles, array)) return -EFAULT;
  for (const std::uint32_t handle : handles) {
    found.push_back(call.file.syncobjs.find(handle));
    if (found.back() == nullptr) return -ENOENT;
  }
  return 0;
}

// Converts a time of the uAPI. The uAPI and steady_clock both use CLOCK_MONOTONIC.
Waiters::Time compute_deadline(std::int64_t nanoseconds) {
  if (nanoseconds <= 0) return {};
  if (nanoseconds == INT64_MAX) return Waiters::kForever;
  return Waiters::Time(std::chrono::nanoseconds(nanoseconds));
}

// Waits for syncobjs. `values` has a point of the timeline for each syncobj, or is empty (any fence). `first` is set to
// the index of the first syncobj that is ready.
int wait(IoctlCall& call, const std::vector<std::shared_ptr<Syncobj>>& all, const std::vector<std::uint64_t>& values,
         std::uint32_t flags, std::int64_t timeout, std::uint32_t& first) {
  const auto value = [&](std::size_t i) { return values.empty() ? 0 : values[i]; };
  const bool for_submit = (flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0;
  const bool available = (flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE) != 0;
  for (std::size_t i = 0; i < all.size() && !for_submit && !available; ++i) {
    if (!all[i]->is_submitted(value(i))) return -EINVAL;
  }
  const bool wants_all = (flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL) != 0;
  std::size_t one = 0;
  const auto ready = [&] {
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!(available ? all[i]->is_submitted(value(i)) : all[i]->is_signalled(value(i)))) continue;
      if (count++ == 0) one = i;
    }
    return wants_all ? count == all.size() : count != 0;
  };
  if (!call.wait(ready, compute_deadline(timeout))) return -ETIME;
  first = static_cast<std::uint32_t>(one);
  return 0;
}

// Replaces the fences of syncobj args.handle by the fences of sync file args.fd.
int import_sync_file(IoctlCall& call, const drm_syncobj_handle& args) {
  const auto file = find_sync_file(call.drm(), args.fd);
  const auto syncobj = call.file.syncobjs.find(args.handle);
  if (file == nullptr) return -EINVAL;
  if (syncobj == nullptr) return -ENOENT;
  syncobj->replace(nullptr);
  for (const FencePtr& fence : file->fences()) syncobj->add(0, fence);
  return 0;
}

}  // namespace

int syncobj_create(IoctlCall& call, drm_syncobj_create& args) {
  if ((args.flags & ~std::uint32_t{DRM_SYNCOBJ_CREATE_SIGNALED}) != 0) return -EINVAL;
  auto syncobj = std::make_shared<Syncobj>();
  if (args.flags != 0) syncobj->replace(signalled_fence());
  args.handle = call.file.syncobjs.add(std::move(syncobj));
  return 0;
}

int syncobj_destroy(IoctlCall& call, drm_syncobj_destroy& args) {
  if (args.pad != 0) return -EINVAL;
  return call.file.syncobjs.remove(args.handle) == nullptr ? -EINVAL : 0;
}

int syncobj_handle_to_fd(IoctlCall& call, drm_syncobj_handle& args) {
  if (args.pad != 0 || (args.flags & ~std::uint32_t{DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE}) != 0)
    return -EINVAL;
  const auto syncobj = call.file.syncobjs.find(args.handle);
  if (syncobj == nullptr) return -EINVAL;
  if (args.flags != 0) {
    if (!syncobj->is_submitted(0)) return -EINVAL;
    args.fd = share_fences(call.drm(), syncobj->fences(0), true);
    return std::min(args.fd, 0);
  }
  args.fd = call.drm().share(syncobj);
  return args.fd < 0 ? -errno : 0;
}

int syncobj_fd_to_handle(IoctlCall& call, drm_syncobj_handle& args) {
  if (args.pad != 0 || (args.flags & ~std::uint32_t{DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE}) != 0)
    return -EINVAL;
  if (args.flags != 0) return import_sync_file(call, args);
  const DrmDevice::Shared* shared = call.drm().find_shared(file_id(args.fd));
  const auto* syncobj = shared == nullptr ? nullptr : std::get_if<std::shared_ptr<Syncobj>>(shared);
  if (syncobj == nullptr) return -EINVAL;
  args.handle = call.file.syncobjs.add(*syncobj);
  return 0;
}

int syncobj_wait(IoctlCall& call, drm_syncobj_wait& args) {
  constexpr std::uint32_t kKnown = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
  if ((args.flags & ~kKnown) != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  return wait(call, all, {}, args.flags, args.timeout_nsec, args.first_signaled);
}

int syncobj_timeline_wait(IoctlCall& call, drm_syncobj_timeline_wait& args) {
  constexpr std::uint32_t kKnown =
      DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
  if ((args.flags & ~kKnown) != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  std::vector<std::uint64_t> values(all.size());
  if (!read_user(values, args.points)) return -EFAULT;
  return wait(call, all, values, args.flags, args.timeout_nsec, args.first_signaled);
}

int syncobj_reset(IoctlCall& call, drm_syncobj_array& args) {
  if (args.pad != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  for (const auto& each : all) each->replace(nullptr);
  return 0;
}

int syncobj_signal(IoctlCall& call, drm_syncobj_array& args) {
  if (args.pad != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  for (const auto& each : all) each->replace(signalled_fence());
  call.drm().waiters().notify();
  return 0;
}

int syncobj_query(IoctlCall& call, drm_syncobj_timeline_array& args) {
  if ((args.flags & ~std::uint32_t{DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED}) != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t value = args.flags != 0 ? all[i]->last_submitted() : all[i]->last_signalled();
    if (!write_user(args.points + i * sizeof value, value)) return -EFAULT;
  }
  return 0;
}

int syncobj_timeline_signal(IoctlCall& call, drm_syncobj_timeline_array& args) {
  if (args.flags != 0) return -EINVAL;
  std::vector<std::shared_ptr<Syncobj>> all;
  const int result = find_all(call, args.handles, args.count_handles, all);
  if (result != 0) return result;
  std::vector<std::uint64_t> values(all.size());
  if (args.points != 0 && !read_user(values, args.points)) return -EFAULT;
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->add(values[i], signalled_fence());
  call.drm().waiters().notify();
  return 0;
}

int syncobj_transfer(IoctlCall& call, drm_syncobj_transfer& args) {
  if (args.pad != 0) return -EINVAL;
  const auto from = call.file.syncobjs.find(args.src_handle);
  const auto to = call.file.syncobjs.find(args.dst_handle);
  if (from == nullptr || to == nullptr) return -ENOENT;
  if ((args.flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0) {
    const auto submitted = [&] { return from->is_submitted(args.src_point); };
    if (!call.wait(submitted, std::chrono::steady_clock::now() + kLongestWaitForSubmission)) return -ETIME;
  }
  if (!from->is_submitted(args.src_point)) return -EINVAL;
  const FencePtr fence = from->fences(args.src_point).back();
  if (args.dst_point != 0) {
    to->add(args.dst_point, fence);
  } else {
    to->replace(fence);
  }
  call.drm().waiters().notify();
  return 0;
}

}  // namespace eugene::i915
