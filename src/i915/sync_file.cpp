#include "i915/sync_file.h"

#include <fcntl.h>
#include <linux/sync_file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "i915/drm_device.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

constexpr const char* kDriver = "i915";

int find_status(const Fence& fence) {
  if (!fence.done.load(std::memory_order_acquire)) return 0;
  return fence.failed ? -EIO : 1;
}

template <std::size_t size>
void copy_name(char (&to)[size], const char* name) {  // NOLINT: the uAPI's array
  std::memset(to, 0, size);
  std::strncpy(to, name, size - 1);
}

int file_info(const SyncFile& file, std::uint64_t address) {
  sync_file_info info{};
  if (!read_user(info, address)) return -EFAULT;
  if (info.flags != 0 || info.pad != 0) return -EINVAL;
  const auto count = static_cast<std::uint32_t>(file.fences().size());
  if (info.num_fences != 0 && info.num_fences < count) return -EINVAL;
  for (std::uint32_t i = 0; i < count && info.num_fences != 0; ++i) {
    sync_fence_info fence{};
    copy_name(fence.obj_name, kDriver);
    copy_name(fence.driver_name, kDriver);
    fence.status = find_status(*file.fences()[i]);
    if (!write_user(info.sync_fence_info + i * sizeof fence, fence)) return -EFAULT;
  }
  copy_name(info.name, kDriver);
  info.status = file.status();
  info.num_fences = count;
  return write_user(address, info) ? 0 : -EFAULT;
}

int merge(DrmDevice& drm, const SyncFile& file, std::uint64_t address) {
  sync_merge_data data{};
  if (!read_user(data, address)) return -EFAULT;
  if (data.flags != 0 || data.pad != 0) return -EINVAL;
  const auto other = find_sync_file(drm, data.fd2);
  if (other == nullptr) return -ENOENT;
  std::vector<FencePtr> all = file.fences();
  for (const FencePtr& fence : other->fences()) {
    if (std::ranges::find(all, fence) == all.end()) all.push_back(fence);
  }
  data.fence = share_fences(drm, std::move(all), true);
  if (data.fence < 0) return data.fence;
  return write_user(address, data) ? 0 : -EFAULT;
}

}  // namespace

SyncFile::~SyncFile() { ::close(own_end_); }

int SyncFile::status() const {
  int status = 1;
  for (const FencePtr& fence : fences_) {
    const int own = find_status(*fence);
    if (own == 0) return 0;
    status = std::min(status, own);
  }
  return status;
}

bool SyncFile::signal() {
  if (status() == 0) return false;
  const char byte = 0;
  while (::send(own_end_, &byte, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
  return true;
}

void SyncFiles::add(const std::shared_ptr<SyncFile>& file) {
  const std::scoped_lock lock(mutex_);
  if (!file->signal()) waiting_.push_back(file);
}

void SyncFiles::signal() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(waiting_, [](const std::weak_ptr<SyncFile>& each) {
    const auto file = each.lock();
    return file == nullptr || file->signal();
  });
}

int share_fences(DrmDevice& drm, std::vector<FencePtr> fences, bool close_on_exec) {
  int ends[2];  // NOLINT: socketpair's
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  if (!close_on_exec) ::fcntl(ends[0], F_SETFD, 0);
  drm.share_as(ends[0], std::make_shared<SyncFile>(std::move(fences), ends[1]));
  return ends[0];
}

std::shared_ptr<SyncFile> find_sync_file(const DrmDevice& drm, int descriptor) {
  const DrmDevice::Shared* shared = drm.find_shared(file_id(descriptor));
  const auto* file = shared == nullptr ? nullptr : std::get_if<std::shared_ptr<SyncFile>>(shared);
  return file == nullptr ? nullptr : *file;
}

int sync_file_ioctl(DrmDevice& drm, const SyncFile& file, unsigned long request, void* argument) {
  const auto address = reinterpret_cast<std::uint64_t>(argument);  // NOLINT: the program's
  switch (request) {
    case SYNC_IOC_FILE_INFO: return file_info(file, address);
    case SYNC_IOC_MERGE: return merge(drm, file, address);
    default: return -ENOTTY;
  }
}

}  // namespace eugene::i915
