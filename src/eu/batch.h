// Threads that compiled code runs one after the other without returning in between.
//
// A thread of a short kernel runs for less time than it takes to return from compiled code, count its work and start
// the next thread. If the threads of a kernel neither wait nor share local memory, compiled code therefore starts each
// of them itself (jit/record/thread_loop.cpp). It returns only if a thread stops for a reason other than its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "eu/digest.h"
#include "eu/thread.h"

namespace eugene::eu {

// Dwords of r0 that hold the group ID x, y and z: BXT PRM vol6 "Media GPGPU Payload".
inline constexpr std::array<unsigned, 3> kGroupDwords{1, 6, 7};

// Completes threads of a batch whose payloads differ in more than kGroupDwords.
class BatchStarter {
 public:
  // `to` is a copy of its model, with the IDs of group `group` of the batch.
  virtual void start(std::uint32_t group, std::uint32_t thread, Thread& to) = 0;

 protected:
  BatchStarter() = default;
  BatchStarter(const BatchStarter&) = default;
  BatchStarter& operator=(const BatchStarter&) = default;
  ~BatchStarter() = default;
};

// Runs the threads of a group, then the next group's threads in the same memory. They must not depend on each other.
struct Batch {
  Thread* threads = nullptr;  // threads of one group, `thread_bytes` apart
  const Thread* models =
      nullptr;  // eu/thread_model.h; all threads here began as copies of the models and have only run in batches since
  const std::array<std::uint32_t, 3>* groups = nullptr;  // group IDs
  std::uint32_t models_id = 0;                           // changes with the models' contents; 0: not known
  std::uint32_t thread_bytes = sizeof(Thread);           // including the variables of a vISA kernel (eu/thread_block.h)
  std::uint32_t threads_of_group = 0;
  std::uint32_t group_count = 0;
  BatchStarter* starter = nullptr;  // null: threads differ from their models in kGroupDwords alone
  // The next thread to start, or the thread that is running.
  std::uint32_t group = 0;   // index in `groups`
  std::uint32_t thread = 0;  // index in the group
  // Sums over the threads that have ended.
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::uint64_t digest = 0;                 // eu/digest.h, if the code keeps digests
  std::uint64_t limit = ~std::uint64_t{0};  // no thread starts once `instructions` has reached this

  std::uint64_t ended() const { return std::uint64_t{group} * threads_of_group + thread; }
  bool can_start() const { return group != group_count && instructions < limit; }
  // Counts the thread that was started, which has ended, and moves to the next one.
  void end_thread() {
    const auto& ended = *reinterpret_cast<const Thread*>(reinterpret_cast<const std::byte*>(threads) +
                                                         std::size_t{thread} * thread_bytes);
    instructions += ended.instructions_executed;
    lane_operations += ended.lane_operations;
    digest += final_digest(ended);
    if (++thread != threads_of_group) return;
    thread = 0;
    ++group;
  }
};

}  // namespace eugene::eu
