// Turns of the threads of a group, which compiled code takes one after the other without returning to the scheduler.
//
// A turn between two barriers may take less time than the way from the scheduler to compiled code and back.
#pragma once

#include <cstdint>
#include <span>

#include "eu/thread_block.h"

namespace eugene::eu {

enum class ThreadState : std::uint8_t { alive, ended };

// A round: one turn for each live thread, in the order of their numbers.
struct Round {
  ThreadBlock* threads = nullptr;
  std::span<ThreadState> states;
  unsigned next = 0;               // the next thread that may have a turn
  std::uint64_t slice = 0;         // max instructions of a turn
  unsigned ended = 0;              // threads that have ended in this round
  bool has_advanced = false;       // whether a thread has executed an instruction in this round
  std::uint64_t instructions = 0;  // executed in this round

  bool is_complete() const { return next == states.size(); }
};

}  // namespace eugene::eu
