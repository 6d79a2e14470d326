// Many threads that run one after the other, for who starts each as soon as the one before has ended.
#pragma once

#include <array>
#include <cstdint>

#include "eu/thread.h"

namespace eugene::eu {

// Dwords of r0 that hold the number of a thread's group, x, y and z: BXT PRM vol6 "Media GPGPU Payload".
inline constexpr std::array<unsigned, 3> kGroupDwords{1, 6, 7};

// The threads of a group in turn, then those of the next group. What they do must not depend on each other: they
// neither wait nor share anything but memory.
struct Batch {
  Thread* threads = nullptr;  // of a group; those of the next take them over
  // How they start, but for the number of the group. start_again() has last made the ones from the others, and they
  // have run in batches only since.
  const Thread* models = nullptr;
  const std::array<std::uint32_t, 3>* groups = nullptr;  // their numbers
  std::uint32_t threads_of_group = 0;
  std::uint32_t group_count = 0;
  // Which is to start next, or that which has started and not ended.
  std::uint32_t group = 0;   // of `groups`
  std::uint32_t thread = 0;  // of the group
  // Of those that have ended.
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::uint64_t limit = ~std::uint64_t{0};  // of instructions: with so many executed no more threads start

  std::uint64_t ended() const { return std::uint64_t{group} * threads_of_group + thread; }
  bool goes_on() const { return group != group_count && instructions < limit; }
  // The thread that has started has ended.
  void end_thread() {
    instructions += threads[thread].instructions_executed;
    lane_operations += threads[thread].lane_operations;
    if (++thread != threads_of_group) return;
    thread = 0;
    ++group;
  }
};

}  // namespace eugene::eu
