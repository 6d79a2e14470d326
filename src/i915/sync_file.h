// Sync files: a descriptor for fences that can be shared with other processes, polled, and used by Android's kind of
// drivers (linux/sync_file.h). It is one end of a socket pair that gets a byte when all of its fences are done, so
// poll() behaves as for a sync file; the preloaded library passes on the ioctls. With a pipe, a write after the program
// has closed its end would raise SIGPIPE.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "i915/fence.h"

namespace eugene::i915 {

struct IoctlCall;
class DrmDevice;

class SyncFile {
 public:
  // Takes the other end.
  SyncFile(std::vector<FencePtr> fences, int own_end) : fences_(std::move(fences)), own_end_(own_end) {}
  ~SyncFile();
  SyncFile(const SyncFile&) = delete;
  SyncFile& operator=(const SyncFile&) = delete;

  const std::vector<FencePtr>& fences() const { return fences_; }
  // As the kernel counts: 1 all are done, 0 not yet, negative: one of them has failed.
  int status() const;
  // Wakes poll() if all fences are done. Returns whether they are.
  bool signal();

 private:
  std::vector<FencePtr> fences_;
  int own_end_;
};

// Sync files of one DrmDevice that wait for their fences. Has its own lock, because fences are done on the GPU's
// thread.
class SyncFiles {
 public:
  void add(const std::shared_ptr<SyncFile>& file);
  // Fences have been done.
  void signal();

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<SyncFile>> waiting_;
};

// A new descriptor for `fences`; a negative errno where there is none.
int share_fences(DrmDevice& drm, std::vector<FencePtr> fences, bool close_on_exec);
// The fences of a descriptor of the program's; null: it is of no sync file.
std::shared_ptr<SyncFile> find_sync_file(const DrmDevice& drm, int descriptor);

// The ioctls of a sync file. 0, or a negative errno.
int sync_file_ioctl(DrmDevice& drm, const SyncFile& file, unsigned long request, void* argument);

}  // namespace eugene::i915
