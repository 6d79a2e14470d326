// State shared by all files of a process: the GPU, and the objects that have been exported from a file.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "base/per_process.h"
#include "gpu/commands/registers.h"
#include "i915/fence.h"
#include "i915/object.h"
#include "i915/queue.h"
#include "i915/sync_file.h"
#include "i915/syncobj.h"

namespace eugene::i915 {

// Which file a descriptor is of: descriptors come and go, are copied and inherited.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  auto operator<=>(const FileId&) const = default;
};
// Of an open descriptor; all zeros of others.
FileId file_id(int descriptor);

class DrmDevice {
 public:
  explicit DrmDevice(QueueOptions options);

  const gpu::Device& device() const { return *options_.device; }
  const gpu::Clock& clock() const { return clock_; }
  std::mutex& mutex() { return mutex_; }
  Waiters& waiters() { return *waiters_; }

  // With the lock held: starts the GPU's threads when there is something to do.
  Queue& queue();
  void submit(Request request);
  // Allocates `bytes` of offsets, for mmap() of the node, that no other object has.
  std::uint64_t take_offsets(std::uint64_t bytes) { return std::exchange(next_offset_, next_offset_ + bytes); }
  InterruptTime last_interrupt() const {
    return options_.last_interrupt ? options_.last_interrupt() : InterruptTime::min();
  }

  // Objects that descriptors stand for (PRIME, syncobj descriptors), until the last of them is closed.
  using Shared = std::variant<ObjectPtr, std::shared_ptr<Syncobj>, std::shared_ptr<SyncFile>>;
  // A new descriptor of a file of that length; -1 and errno where there is none.
  int share(Shared what, std::uint64_t bytes, bool close_on_exec);
  // `descriptor`, which is open already, stands for a sync file from now on.
  void share_as(int descriptor, std::shared_ptr<SyncFile> file);
  const Shared* find_shared(FileId id) const;
  void forget(FileId id) { shared_.erase(id); }
  std::vector<FileId> shared_files() const;

  // Names of objects (GEM_FLINK), from 1 on. Null: none of that name lives.
  std::uint32_t name_of(const ObjectPtr& object);
  ObjectPtr find_named(std::uint32_t name) const;

  // Of requests that have been given up (late_writes.h).
  void make_late_writes();
  std::uint64_t lost_requests() const { return lost_; }
  // Whether all that has been submitted is done, or will be within that time.
  bool is_idle(std::chrono::milliseconds longest);

  // A process submits work on a file that its parent opened. Drivers' buffers are memory that the two share, so each
  // overwrites what the other has made ready: that is said once by the child, and known to both from then on.
  void use_inherited();
  bool is_mixed_up() const { return family_ != nullptr && family_->load(); }

  // Gives up all work, for good or until there is more.
  void stop();
  // Call in a forked child, which has the memory but not the threads: work in flight is lost. The parent must hold the
  // lock while it forks; the child's copy of that lock is then its own.
  void begin_again(QueueOptions options);

 private:
  struct Submitted {
    FencePtr done;
    std::shared_ptr<EngineSlot> slot;
  };

  // For the waiters: wakes the sync files at each change.
  std::function<void()> sync_file_signal() {
    return [this] { sync_files_->signal(); };
  }

  QueueOptions options_;
  gpu::Clock clock_;
  std::mutex mutex_;
  PerProcess<SyncFiles> sync_files_;
  PerProcess<Waiters> waiters_{sync_file_signal()};
  std::atomic<std::uint64_t> lost_ = 0;       // requests with late writes
  PerProcess<std::unique_ptr<Queue>> queue_;  // null: nothing has been submitted
  std::vector<Submitted> submitted_;          // those that may not be done
  // In memory that a process shares with its children: whether a child has used what its parent opened.
  std::shared_ptr<std::atomic<bool>> family_;
  bool has_used_inherited_ = false;
  std::uint64_t next_offset_ = std::uint64_t{1} << 28;  // drivers take 0 for none
  std::map<FileId, Shared> shared_;
  std::map<std::uint32_t, std::weak_ptr<Object>> names_;
};

}  // namespace eugene::i915
