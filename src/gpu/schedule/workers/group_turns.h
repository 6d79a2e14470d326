// Runs the threads of one group by turns (turns.h), and handles a thread that stops: at a barrier, at its end, with a
// fault, or because its slice of instructions is used up.
#pragma once

#include <cstdint>

#include "eu/interpreter.h"
#include "gpu/schedule/turns/turns.h"
#include "gpu/schedule/workers/worker_run.h"

namespace eugene::gpu {

// Result of the turns of a group.
enum class GroupEnd : std::uint8_t {
  complete,   // all threads have ended
  dropped,    // abandoned after a fault here or in an earlier group, or because the dispatch is cancelled
  preempted,  // the group must be suspended
  repeated,   // an observer goes back to this group, or to an earlier one
};

class GroupTurns {
 public:
  // Max instructions that a thread runs in one turn. Between turns, the clock is read, work is preempted, and compiled
  // code may take over.
  static constexpr std::uint64_t kSlice = std::uint64_t{1} << 17;
  // Slice in a group that is interpreted for an observer, perhaps to time it. It is short, so that threads reach a
  // barrier alternately, as on an EU.
  static constexpr std::uint64_t kInterpretedSlice = 64;

  explicit GroupTurns(WorkerRun& run) : run_(run) {}

  // Runs the current group. Threads before `first` have already had their turn in the first round.
  GroupEnd run(unsigned first, std::uint64_t slice = kSlice);
  // Runs the current group after thread `stopped` has stopped in a batch with `outcome`.
  GroupEnd run_after(unsigned stopped, const eu::Outcome& outcome);

  // Restores the current group to `state`, which an observer was given earlier.
  void restore(const eu::GroupState& state);

  // Called by take_turns().
  Turn take_turn(unsigned i);
  bool take_many_turns(eu::Round& round);
  bool end_round(unsigned thread);
  void report_deadlock(unsigned thread);

 private:
  eu::Outcome& run_slice(unsigned i);
  Turn after_stop(unsigned i, const eu::Outcome& outcome);
  Turn after_fault(unsigned i, const eu::Fault& fault);
  bool goes_back();
  bool may_continue(unsigned i);

  WorkerRun& run_;
  std::uint64_t slice_ = kSlice;
  GroupEnd abandoned_ = GroupEnd::dropped;  // result of the group if its turns are abandoned
};

}  // namespace eugene::gpu
