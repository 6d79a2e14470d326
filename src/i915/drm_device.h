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
#include "i915/file_id.h"
#include "i915/object.h"
#include "i915/queue.h"
#include "i915/sync_file.h"
#include "i915/syncobj.h"

namespace eugene::i915 {

class DrmDevice {
 public:
  explicit DrmDevice(QueueOptions options);

  const gpu::Device& device() const { return *options_.device; }
  const gpu::Clock& clock() const { return clock_; }
  std::mutex& mutex() { return mutex_; }
  Waiters& waiters() { return *waiters_; }

  // Returns the queue; starts the GPU's threads if there is none yet. The caller must hold the lock.
  Queue& queue();
  // Returns the queue if the calling thread shall execute the request, by Queue::execute() without the lock. Else null.
  Queue* submit(Request request);
  // Reserves `bytes` of offsets for mmap() of the node, for a new object.
  std::uint64_t take_offsets(std::uint64_t bytes) { return std::exchange(next_offset_, next_offset_ + bytes); }
  InterruptTime last_interrupt() const {
    return options_.last_interrupt ? options_.last_interrupt() : InterruptTime::min();
  }

  // The syncobj or sync file that a descriptor represents, until forget().
  using Shared = std::variant<std::shared_ptr<Syncobj>, std::shared_ptr<SyncFile>>;
  // Makes a file that represents `what`. Returns its descriptor, or -1 and sets errno.
  int share(Shared what);
  // Makes `descriptor`, which must be open, represent `file`.
  void share_as(int descriptor, std::shared_ptr<SyncFile> file);
  const Shared* find_shared(FileId id) const;
  void forget(FileId id) { shared_.erase(id); }
  std::vector<FileId> shared_files() const;

  // Returns the object of a dma-buf descriptor of any process, which may be an object that this process already has.
  // Returns null for any other descriptor, and if the host has no memory left.
  ObjectPtr import(int descriptor);
  // Lets import() find an object of this process that has become a file.
  void add_exported(const ObjectPtr& object);

  // Global names of objects (GEM_FLINK), from 1 on. name_object() gives `object` a name if it has none. find_named()
  // returns null if no live object has the name.
  std::uint32_t name_object(const ObjectPtr& object);
  ObjectPtr find_named(std::uint32_t name) const;

  // Makes all late writes of abandoned requests now (late_writes.h).
  void make_late_writes();
  std::uint64_t lost_requests() const { return lost_; }
  // Waits at most `longest` for all submitted requests. Returns whether they are done.
  bool is_idle(std::chrono::milliseconds longest);

  // Called when a process submits work on a file that its parent opened. The driver's buffers are shared memory, so
  // parent and child overwrite each other's commands. The child reports this once; afterwards is_shared_after_fork() is
  // true in both processes.
  void use_inherited();
  bool is_shared_after_fork() const { return family_ != nullptr && family_->load(); }

  // Drops all queued work and ends the queue's threads. The next submission starts a new queue.
  void stop();
  // Call this in a forked child. The child has the memory but not the threads, so work in flight is lost. The parent
  // must hold the lock while it forks; the child then owns its copy of the lock.
  void begin_again(QueueOptions options);

 private:
  struct Submitted {
    FencePtr done;
    std::shared_ptr<EngineSlot> slot;
  };

  // Returns the callback of Waiters, which signals the sync files at each change.
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
  std::vector<Submitted> submitted_;          // requests that may be unfinished
  // True if a child has submitted work on a file that its parent opened. In memory shared with all children.
  std::shared_ptr<std::atomic<bool>> family_;
  bool has_used_inherited_ = false;
  std::uint64_t next_offset_ = std::uint64_t{1} << 28;  // not 0: drivers read offset 0 as "no offset"
  std::map<FileId, Shared> shared_;
  std::map<FileId, std::weak_ptr<Object>> exported_;  // objects that are files
  std::map<std::uint32_t, std::weak_ptr<Object>> names_;
};

}  // namespace eugene::i915
