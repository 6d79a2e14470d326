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

#include "eu/turns.h"

namespace eugene::gpu {

using eu::ThreadState;

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

// A group that can give many turns at once.
template <class Group>
concept TakesManyTurns = TakesTurns<Group> && requires(Group& group, eu::Round& round) {
  // Gives turns to the threads from `round.next` on, at least one. Returns false to stop running the group.
  { group.take_many_turns(round) } -> std::same_as<bool>;
};

// Gives one turn to thread `thread` of `round`. Returns false if the group was abandoned.
template <TakesTurns Group>
bool take_one_turn(Group& group, eu::Round& round, unsigned thread) {
  if (round.states[thread] == ThreadState::ended) return true;
  const Turn turn = group.take_turn(thread);
  if (turn == Turn::abandon) return false;
  round.has_advanced = round.has_advanced || turn != Turn::idle;
  if (turn != Turn::ended) return true;
  round.states[thread] = ThreadState::ended;
  ++round.ended;
  return true;
}

// Gives turns to the threads that are alive in `states` until all have ended. Returns false if the group was abandoned.
// The first round begins at turn `first`: earlier threads have already had their turn. Turn `n` of a round belongs to
// thread order(n).
template <TakesTurns Group, std::invocable<unsigned> Order = std::identity>
bool take_turns(Group& group, std::span<ThreadState> states, unsigned first = 0, Order order = {}) {
  auto alive = std::ranges::count(states, ThreadState::alive);
  while (alive != 0) {
    eu::Round round{.states = states, .next = first, .has_advanced = std::exchange(first, 0) != 0};
    while (!round.is_complete()) {
      if constexpr (TakesManyTurns<Group> && std::same_as<Order, std::identity>) {
        if (!group.take_many_turns(round)) return false;
      } else {
        if (!take_one_turn(group, round, order(round.next++))) return false;
      }
    }
    alive -= round.ended;
    if (alive == 0) return true;
    const auto left = static_cast<unsigned>(std::ranges::find(states, ThreadState::alive) - states.begin());
    if (!round.has_advanced) {
      group.report_deadlock(left);
      return false;
    }
    if (!group.end_round(left)) return false;
  }
  return true;
}

}  // namespace eugene::gpu
