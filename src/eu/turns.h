// Threads that run in turn, each until it waits for others: those of a group, which meet at barriers.
#pragma once

#include <cstdint>

#include "eu/thread.h"

namespace eugene::eu {

enum class ThreadState : std::uint8_t { alive, ended };

struct Turns {
  Thread* threads = nullptr;
  const ThreadState* states = nullptr;  // by thread
  std::uint32_t count = 0;
  std::uint32_t next = 0;  // whose turn it is
  // Executed by all of them.
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;

  void begin_turn(const Thread& thread) {
    instructions -= thread.instructions_executed;
    lane_operations -= thread.lane_operations;
  }
  void end_turn(const Thread& thread) {
    instructions += thread.instructions_executed;
    lane_operations += thread.lane_operations;
  }
};

}  // namespace eugene::eu
