// Sync files: descriptors for fences, which programs can share with other processes and poll (linux/sync_file.h).
// Android-style drivers use them. A sync file is one end of a socket pair. The end receives a byte when all fences are
// done, so poll() behaves as for the kernel's sync files; the preloaded library forwards the ioctls. With a pipe, a
// write after the program has closed its end would raise SIGPIPE.
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
  // Takes ownership of `own_end`, the end of the socket pair that the program does not have.
  SyncFile(std::vector<FencePtr> fences, int own_end) : fences_(std::move(fences)), own_end_(own_end) {}
  ~SyncFile();
  SyncFile(const SyncFile&) = delete;
  SyncFile& operator=(const SyncFile&) = delete;

  const std::vector<FencePtr>& fences() const { return fences_; }
  // Returns the kernel's status: 1 if all fences are done, 0 if not yet, negative if all are done and one has failed.
  int status() const;
  // Wakes poll() if all fences are done. Returns whether all fences are done.
  bool signal();

 private:
  std::vector<FencePtr> fences_;
  int own_end_;
};

// Sync files of one DrmDevice that wait for their fences. Has its own lock, because the queue's thread signals fences.
class SyncFiles {
 public:
  void add(const std::shared_ptr<SyncFile>& file);
  // Wakes poll() of all files whose fences are done. Call this when fences have been signalled.
  void signal();

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<SyncFile>> waiting_;
};

// Makes a sync file for `fences`. Returns its descriptor, or a negative errno.
int share_fences(DrmDevice& drm, std::vector<FencePtr> fences, bool close_on_exec);
// Returns the sync file of a descriptor; null if the descriptor is not a sync file.
std::shared_ptr<SyncFile> find_sync_file(const DrmDevice& drm, int descriptor);

// Executes an ioctl of a sync file. Returns 0 or a negative errno.
int sync_file_ioctl(DrmDevice& drm, const SyncFile& file, unsigned long request, void* argument);

}  // namespace eugene::i915
