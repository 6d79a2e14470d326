// Turns of the threads of a group in compiled code (Runner::run_turns). Groups of random programs, some of which
// meet at barriers, must do the same as if each turn was a run of one thread. EUGENE_RANDOM_INSTRUCTIONS as in
// random_program_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>

#include "asm/assemble.h"
#include "eu/barrier.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"
#include "unit/jit/group_of_turns.h"

namespace eugene::jit::turns {
namespace {

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
    const unsigned threads = std::array{6U, 1U, 2U}[seed % 3];
    for (unsigned i = 0; i < threads; ++i) models.push_back(programs.thread());
    const auto compiled = compile_random(
        *compiler, kernel, {.control = models[0].control[0], .thread_channels = programs.thread_channels()});
    if (!compiled) continue;

    test::ListeningPort port, expected_port;
    Group group(models), expected(models);
    const auto one_turn = [&](eu::Round& round, eu::Outcome& outcome) {
      return take_one_turn(runner, *compiled, round, expected_port, outcome);
    };
    const auto many_turns = [&](eu::Round& round, eu::Outcome& outcome) {
      runner.attach(*compiled, port);
      return runner.run_turns(*compiled, round, port, outcome);
    };
    for (int round = 0; round < 20; ++round) {
      const bool is_alive = expected.run_round(one_turn);
      ASSERT_EQ(group.run_round(many_turns), is_alive);
      if (!is_alive) break;
      expected.notify();  // threads that wait at a barrier
      group.notify();
    }
    group.expect_like(expected);
    EXPECT_EQ(port.heard(), expected_port.heard());
    executed += expected.instructions();
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, TurnsTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& each) { return std::string(each.param->name); });

// A random program for groups with a barrier. r2: payload of its messages; r3.0: the number of the thread; r4: the
// numbers of the channels; r20: what the thread has computed.
class BarrierPrograms {
 public:
  explicit BarrierPrograms(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    std::string text;
    for (unsigned parts = 2 + number(6); parts != 0; --parts) text += part();
    return text + "end:\nsend (8) null r127 0x27 0x02000010 {EOT}\n";
  }
  unsigned number(unsigned below) { return static_cast<unsigned>(random_()) % below; }

 private:
  std::string part() {
    const unsigned label = ++labels_;
    const std::string computed = fmt::format(
        "mul (8) r20.0<1>:d r20.0<8;8,1>:d 3:w\nadd (8) r20.0<1>:d r20.0<8;8,1>:d r3.0<0;1,0>:d\n"
        "add (8) r20.0<1>:d r20.0<8;8,1>:d {}:w\n",
        label);
    const std::string is_chosen = fmt::format("cmp.z.f0.0 (1) null<1>:d r3.0<0;1,0>:d {}:w {{NoMask}}\n", number(5));
    switch (number(8)) {
      case 0: return is_chosen + "(f0.0) jmpi (1) end {NoMask}\n";
      case 1:  // the port answers this message with a fault
        return fmt::format("{0}(-f0.0) jmpi (1) on{1} {{NoMask}}\nsend (8) r24.0<1>:d r20 0xC 0x02106e01\non{1}:\n",
                           is_chosen, label);
      case 2:  // long turns, which use up a slice
        return fmt::format(
            "add (1) r5.0<1>:d r3.0<0;1,0>:d {1}:w {{NoMask}}\nagain{0}:\n{2}"
            "add.nz.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:w {{NoMask}}\n(f0.0) jmpi (1) again{0} {{NoMask}}\n",
            label, 1 + number(9), computed);
      case 3:  // threads at different places
        return fmt::format(
            "{0}(f0.0) jmpi (1) other{1} {{NoMask}}\n{2}{3}jmpi (1) on{1} {{NoMask}}\nother{1}:\n{3}{2}on{1}:\n",
            is_chosen, label, computed, kBarrier);
      case 4:  // channels that wait for others
        return fmt::format(
            "cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d r3.0<0;1,0>:d\n(f0.0) if (8) all{0} all{0}\n{1}{2}all{0}:\n"
            "endif (8) on{0}\non{0}:\n",
            label, computed, kBarrier);
      default: return computed + kBarrier;
    }
  }

  static constexpr const char* kBarrier = "send (1) null r2 0x3 0x02000004 {NoMask}\nwait (1) n0 {NoMask}\n";
  std::mt19937_64 random_;
  unsigned labels_ = 0;
};

eu::Kernel assemble(const std::string& text) {
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "turns");
  EXPECT_TRUE(assembled) << assembled.error().front().message << '\n' << text;
  return *eu::prepare(assembled->kernels[0].program);
}

eu::Thread thread_of_group(unsigned number) {
  eu::Thread thread;
  eu::start(thread, 0xFF);
  std::memcpy(thread.grf[3].bytes.data(), &number, sizeof number);
  constexpr std::array<std::uint32_t, 8> kChannels{0, 1, 2, 3, 4, 5, 6, 7};
  std::memcpy(thread.grf[4].bytes.data(), kChannels.data(), sizeof kChannels);
  return thread;
}

// A group at its barrier.
struct GroupAtBarrier {
  explicit GroupAtBarrier(const std::vector<eu::Thread>& models)
      : port(eu::FastPaths{.barrier = &barrier}), group(models) {
    barrier.begin(static_cast<unsigned>(models.size()));
    port.fault = {.what = "a fault of the port"};
    port.on_send = [](const eu::SendRequest&) { return eu::SendStatus::fault; };
  }

  eu::Barrier barrier;
  test::TestPort port;
  Group group;
};

// Runs a group of `threads` threads, one of which has perhaps ended before, in both ways. Returns how many instructions
// each has executed.
std::uint64_t compare_groups(const CompiledKernel& compiled, unsigned threads, unsigned ended) {
  std::vector<eu::Thread> models;
  for (unsigned i = 0; i < threads; ++i) models.push_back(thread_of_group(i));
  Runner runner, other_runner;
  GroupAtBarrier expected(models), found(models);
  if (ended < threads) {
    expected.group.end(ended);
    found.group.end(ended);
  }
  for (int round = 0; round < 40; ++round) {
    const bool is_alive = expected.group.run_round([&](eu::Round& now, eu::Outcome& outcome) {
      return take_one_turn(other_runner, compiled, now, expected.port, outcome);
    });
    const bool found_alive = found.group.run_round([&](eu::Round& now, eu::Outcome& outcome) {
      runner.attach(compiled, found.port);
      return runner.run_turns(compiled, now, found.port, outcome);
    });
    EXPECT_EQ(found_alive, is_alive);
    found.group.expect_like(expected.group);
    EXPECT_EQ(found.barrier.arrived(), expected.barrier.arrived());
    if (!is_alive || ::testing::Test::HasFailure()) break;
  }
  return expected.group.instructions();
}

TEST(GroupTurns, ThreadsMeetAtBarriers) {
  const auto compiler = test::make_compiler();
  std::uint64_t executed = 0;
  const std::uint64_t enough = test::instructions_wanted(20'000);
  for (std::uint64_t seed = 1; executed < enough && !HasFailure(); ++seed) {
    BarrierPrograms programs(seed);
    const std::string text = programs.next();
    const auto compiled = compile_random(*compiler, assemble(text), {});
    ASSERT_TRUE(compiled);
    for (const unsigned threads : {1U, 2U, 4U, 7U}) {
      SCOPED_TRACE(fmt::format("seed {}, {} threads\n{}", seed, threads, text));
      executed += compare_groups(*compiled, threads, programs.number(8));
    }
  }
}

}  // namespace
}  // namespace eugene::jit::turns
