// The loop that runs the threads of a group on one host thread.
//
// Scheduling is cooperative and round-robin, in the order of thread numbers. A turn lasts until the thread ends, waits
// for another thread, or has used its slice of instructions. The threads of a group wait only for each other, so a
// round without progress is a deadlock. The caller defines a turn: GroupTurns for dispatches, script::GroupRun for
// tests of the script runner, where every instruction may be watched. A host thread or a fiber for each EU thread would
// need no loop, but switching between them takes longer than most turns.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace eugene::gpu {

enum class ThreadState : std::uint8_t { alive, ended };

// Result of a turn.
enum class Turn : std::uint8_t {
  idle,      // no progress: the thread still waits
  advanced,  // the thread has made progress
  ended,     // the thread has ended
  abandon,   // stop running the group
};

template <class Group>
concept TakesTurns = requires(Group& group, unsigned thread) {
  { group.take_turn(thread) } -> std::same_as<Turn>;
  // Called at the end of a round; `thread` is the first live thread. Returns whether to begin another round.
  { group.end_round(thread) } -> std::same_as<bool>;
  // Called if no thread can advance; `thread` is the first live thread.
  group.report_deadlock(thread);
};

// Gives turns to the threads that are alive in `states` until all have ended. Returns false if the group was abandoned.
// The first round begins at turn `first`: earlier threads have already had their turn. Turn `n` of a round belongs to
// thread order(n).
template <TakesTurns Group, std::invocable<unsigned> Order = std::identity>
bool take_turns(Group& group, std::span<ThreadState> states, unsigned first = 0, Order order = {}) {
  const auto count = static_cast<unsigned>(states.size());
  auto alive = std::ranges::count(states, ThreadState::alive);
  while (alive != 0) {
    bool advanced = first != 0;
    for (unsigned place = std::exchange(first, 0); place != count; ++place) {
      const unsigned thread = order(place);
      if (states[thread] == ThreadState::ended) continue;
      const Turn turn = group.take_turn(thread);
      if (turn == Turn::abandon) return false;
      advanced = advanced || turn != Turn::idle;
      if (turn != Turn::ended) continue;
      states[thread] = ThreadState::ended;
      --alive;
    }
    if (alive == 0) return true;
    const auto left = static_cast<unsigned>(std::ranges::find(states, ThreadState::alive) - states.begin());
    if (!advanced) {
      group.report_deadlock(left);
      return false;
    }
    if (!group.end_round(left)) return false;
  }
  return true;
}

}  // namespace eugene::gpu
