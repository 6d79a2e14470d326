// Sync files: a descriptor for fences, which other processes, poll() and Android's kind of drivers understand
// (linux/sync_file.h). Here it is the reading end of a pipe that gets a byte when all of its fences are done, so that
// poll() says what it says of a sync file; the ioctls of sync files come by the preloaded library.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "i915/fence.h"

namespace eugene::i915 {

struct Call;
class Machine;

class SyncFile {
 public:
  // Takes the pipe's writing end.
  SyncFile(std::vector<FencePtr> fences, int write_end) : fences_(std::move(fences)), write_end_(write_end) {}
  ~SyncFile();
  SyncFile(const SyncFile&) = delete;
  SyncFile& operator=(const SyncFile&) = delete;

  const std::vector<FencePtr>& fences() const { return fences_; }
  // As the kernel counts: 1 all are done, 0 not yet, negative: one of them has failed.
  int status() const;
  // Wakes who polls, if all are done. Whether they are.
  bool signal();

 private:
  std::vector<FencePtr> fences_;
  int write_end_;
};

// Those that wait for their fences, of one machine. Locks itself: fences are done on the GPU's thread.
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
int share_fences(Machine& machine, std::vector<FencePtr> fences, bool close_on_exec);
// The fences of a descriptor of the program's; null: it is of no sync file.
std::shared_ptr<SyncFile> find_sync_file(const Machine& machine, int descriptor);

// The ioctls of a sync file. 0, or a negative errno.
int sync_file_ioctl(Machine& machine, const SyncFile& file, unsigned long request, void* argument);

}  // namespace eugene::i915
