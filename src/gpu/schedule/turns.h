// How the threads of a group share one host thread: the one loop that advances them.
//
// Threads take turns in the order of their numbers. A turn lasts until the thread ends, waits for another one, or has
// had its slice of instructions. Since the threads of a group wait for nobody but each other, a round in which none got
// any further is a deadlock. What a turn is, the caller says: GroupRunner for dispatches, script::GroupRun for tests of
// the script runner, where every instruction may be watched. A host thread or a fiber for each EU thread would do
// without the loop, but switching between them takes longer than most turns.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>

namespace eugene::gpu {

enum class ThreadState : std::uint8_t { alive, ended };

// What came of a turn.
enum class Turn : std::uint8_t {
  idle,      // nothing: the thread waits still
  advanced,  // the thread got further
  ended,     // so has the thread
  abandon,   // the group is not to be run any further
};

template <class Group>
concept TakesTurns = requires(Group& group, unsigned thread) {
  { group.take_turn(thread) } -> std::same_as<Turn>;
  // A round is over, after which `thread` is the first alive. Whether to begin another.
  { group.end_round(thread) } -> std::same_as<bool>;
  // No thread can advance; `thread` is the first of those alive.
  group.report_deadlock(thread);
};

// Gives the threads whose `states` are alive turns until all have ended; false if the group was abandoned. The first
// round begins at `first`: threads before that have had their turn in it.
template <TakesTurns Group>
bool take_turns(Group& group, std::span<ThreadState> states, unsigned first = 0) {
  const auto count = static_cast<unsigned>(states.size());
  auto alive = std::ranges::count(states, ThreadState::alive);
  while (alive != 0) {
    bool advanced = first != 0;
    for (unsigned thread = std::exchange(first, 0); thread != count; ++thread) {
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
