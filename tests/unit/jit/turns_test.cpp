// Turns of the threads of a group in compiled code (Runner::run_turns). Groups of random programs must do the same as
// if each turn was a run of one thread. EUGENE_RANDOM_INSTRUCTIONS as in random_program_test.cpp.
#include <gtest/gtest.h>

#include <map>

#include "jit/host/runner.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

constexpr unsigned kThreads = 6;
constexpr std::uint64_t kSlice = 20;

// A group of threads, and why each has stopped the last time.
class Group {
 public:
  explicit Group(const std::vector<eu::Thread>& models) : threads_(kThreads, 0), states_(kThreads) {
    for (unsigned i = 0; i < kThreads; ++i) threads_[i] = models[i];
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
    for (unsigned i = 0; i < kThreads; ++i) ++threads_[i].notification[0];  // of threads that wait at a barrier
    return std::ranges::count(states_, eu::ThreadState::alive) != 0;
  }

  // Whether all that can be seen of both groups is equal.
  void expect_like(Group& other) {
    EXPECT_EQ(states_, other.states_);
    EXPECT_EQ(faults_, other.faults_);
    EXPECT_EQ(advanced_, other.advanced_);
    EXPECT_EQ(instructions_, other.instructions_);
    for (unsigned i = 0; i < kThreads; ++i) {
      EXPECT_EQ(threads_[i].ip, other.threads_[i].ip) << "thread " << i;
      EXPECT_EQ(threads_[i].grf, other.threads_[i].grf) << "thread " << i;
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

class TurnsTest : public ::testing::TestWithParam<const isa::Gen*> {};

TEST_P(TurnsTest, ManyTurnsAreLikeTurnsOfEachThread) {
  const auto compiler = test::make_compiler();
  Runner runner;
  std::uint64_t executed = 0;
  const std::uint64_t enough = test::instructions_wanted(6'000);
  for (std::uint64_t seed = 1; executed < enough && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::RandomPrograms programs(*GetParam(), seed);
    const eu::Kernel kernel = programs.next(30);
    std::vector<eu::Thread> models;
    for (unsigned i = 0; i < kThreads; ++i) models.push_back(programs.thread());
    const auto compiled = compile_random(
        *compiler, kernel, {.control = models[0].control[0], .thread_channels = programs.thread_channels()});
    if (!compiled) continue;

    test::ListeningPort port, expected_port;
    Group group(models), expected(models);
    const auto one_turn = [&](eu::Round& round, eu::Outcome& outcome) {
      const unsigned thread = round.next++;
      if (round.states[thread] == eu::ThreadState::ended) return true;
      eu::Thread& running = (*round.threads)[thread];
      const std::uint64_t before = running.instructions_executed;
      runner.run(*compiled, running, expected_port, {.instructions = kSlice}, outcome);
      round.instructions += running.instructions_executed - before;
      round.has_advanced = round.has_advanced || running.instructions_executed != before;
      if (outcome.stop == eu::Stop::waiting) return true;
      if (outcome.stop != eu::Stop::end_of_thread) return false;
      round.states[thread] = eu::ThreadState::ended;
      ++round.ended;
      return true;
    };
    const auto many_turns = [&](eu::Round& round, eu::Outcome& outcome) {
      runner.attach(*compiled, port);
      return runner.run_turns(*compiled, round, port, outcome);
    };
    for (int round = 0; round < 20; ++round) {
      const bool is_alive = expected.run_round(one_turn);
      ASSERT_EQ(group.run_round(many_turns), is_alive);
      if (!is_alive) break;
    }
    group.expect_like(expected);
    EXPECT_EQ(port.heard(), expected_port.heard());
    executed += expected.instructions();
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, TurnsTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit
