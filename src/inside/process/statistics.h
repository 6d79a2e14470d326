// Counts the work of this process on the GPU, and leaves the counts in the run's directory.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>

#include "gpu/stats.h"
#include "i915/channel.h"

namespace eugene::gpu {
class Tiers;
}

namespace eugene::inside::process {

class KernelDirectory;
class RunFiles;
class Watchers;

// Safe for several threads.
class Statistics {
 public:
  Statistics(RunFiles& files, KernelDirectory& kernels) : files_(&files), kernels_(&kernels) {}

  // Adds the counts of compiled kernels, and the profile of `watchers` unless this is null. Call before any other
  // function.
  void follow(std::shared_ptr<const gpu::Tiers> tiers, Watchers* watchers);

  // Counts an ioctl of an open node. `is_request` is true if the ioctl has submitted work.
  void count_call(bool is_request) {
    ++calls_;
    if (is_request) ++requests_;
  }
  void count_queue() { ++queues_; }
  void count_context() { ++contexts_; }
  void count_video() { ++video_; }
  void count_failure();
  void count(const gpu::DispatchStats& done);
  void count(const gpu::DrawStats& done);

  std::uint64_t failures();
  std::uint64_t dispatches();

  // Call when a node has been closed. Notes the drivers of other devices, which may be unloaded together with the
  // node's driver.
  void note_other_devices();

  void write();
  // Writes unless another thread is counting: the caller may be a signal handler, or a child of vfork().
  void try_write();

 private:
  // These need the lock.
  void note_drivers();
  void write_now_and_then();
  void write_files();
  void name_shaders();

  RunFiles* files_;
  KernelDirectory* kernels_;
  std::shared_ptr<const gpu::Tiers> tiers_;
  Watchers* watchers_ = nullptr;
  std::mutex mutex_;  // guards the next three
  i915::Stats stats_;
  bool are_contexts_meant_ = true;  // false: a driver was loaded that makes contexts before the program requests any
  std::chrono::steady_clock::time_point next_write_;  // when to write next
  std::atomic<std::uint64_t> calls_ = 0;
  std::atomic<std::uint64_t> requests_ = 0;
  std::atomic<std::uint64_t> queues_ = 0;
  std::atomic<std::uint64_t> contexts_ = 0;
  std::atomic<std::uint64_t> video_ = 0;
};

}  // namespace eugene::inside::process
