// Groups of threads that have turns, by Runner::run_turns or one at a time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "jit/host/runner.h"

namespace eugene::jit::turns {

inline constexpr std::uint64_t kSlice = 20;

// A group of threads, and why each has stopped the last time.
class Group {
 public:
  explicit Group(const std::vector<eu::Thread>& models)
      : threads_(static_cast<unsigned>(models.size()), 0), states_(models.size()) {
    for (unsigned i = 0; i < models.size(); ++i) threads_[i] = models[i];
  }

  // Runs a round of turns, as run_turns() does. Returns whether any thread is alive afterwards.
  template <class RunTurns>
  bool run_round(RunTurns run_turns) {
    eu::Round round{.threads = &threads_, .states = states_, .slice = kSlice};
    while (!round.is_complete()) {
      eu::Outcome outcome;
      if (run_turns(round, outcome)) continue;
      const unsigned thread = round.next - 1;
      faults_[thread] = outcome.fault ? outcome.fault->what : "";
      if (outcome.stop != eu::Stop::out_of_budget) states_[thread] = eu::ThreadState::ended;
    }
    advanced_ += round.has_advanced;
    instructions_ += round.instructions;
    return std::ranges::count(states_, eu::ThreadState::alive) != 0;
  }
  // Lets threads pass a `wait`.
  void notify() {
    for (unsigned i = 0; i < threads_.size(); ++i) ++threads_[i].notification[0];
  }
  void end(unsigned thread) { states_[thread] = eu::ThreadState::ended; }

  // Whether all that can be seen of both groups is equal.
  void expect_like(Group& other) {
    EXPECT_EQ(states_, other.states_);
    EXPECT_EQ(faults_, other.faults_);
    EXPECT_EQ(advanced_, other.advanced_);
    EXPECT_EQ(instructions_, other.instructions_);
    for (unsigned i = 0; i < threads_.size(); ++i) {
      EXPECT_EQ(threads_[i].ip, other.threads_[i].ip) << "thread " << i;
      EXPECT_EQ(threads_[i].grf, other.threads_[i].grf) << "thread " << i;
      EXPECT_EQ(threads_[i].running, other.threads_[i].running) << "thread " << i;
      EXPECT_EQ(threads_[i].notification, other.threads_[i].notification) << "thread " << i;
      EXPECT_EQ(threads_[i].instructions_executed, other.threads_[i].instructions_executed) << "thread " << i;
      EXPECT_EQ(threads_[i].lane_operations, other.threads_[i].lane_operations) << "thread " << i;
    }
  }

  std::uint64_t instructions() const { return instructions_; }

 private:
  eu::ThreadBlock threads_;
  std::vector<eu::ThreadState> states_;
  std::map<unsigned, std::string> faults_;
  unsigned advanced_ = 0;  // rounds
  std::uint64_t instructions_ = 0;
};

// Gives one turn, as a run of one thread, to the next thread of `round`.
inline bool take_one_turn(Runner& runner, const CompiledKernel& compiled, eu::Round& round, eu::MessagePort& port,
                          eu::Outcome& outcome) {
  const unsigned thread = round.next++;
  if (round.states[thread] == eu::ThreadState::ended) return true;
  eu::Thread& running = (*round.threads)[thread];
  const std::uint64_t before = running.instructions_executed;
  runner.run(compiled, running, port, {.instructions = round.slice}, outcome);
  round.instructions += running.instructions_executed - before;
  round.has_advanced = round.has_advanced || running.instructions_executed != before;
  if (outcome.stop == eu::Stop::waiting) return true;
  if (outcome.stop != eu::Stop::end_of_thread) return false;
  round.states[thread] = eu::ThreadState::ended;
  ++round.ended;
  return true;
}

}  // namespace eugene::jit::turns
