// Registers that are not live-out: threads start with what earlier threads have left in registers, and compiled code
// for the GPU stores only registers that a thread may still read. Random programs must send the same messages, have the
// same counts and stop at the same place as in the interpreter with clean registers. EUGENE_RANDOM_INSTRUCTIONS as in
// random_program_test.cpp.
#include <gtest/gtest.h>

#include <cstring>

#include "eu/thread_model.h"
#include "jit/host/runner.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

struct Seen {
  eu::Stop stop;
  std::string fault;
  std::uint32_t ip;
  std::uint64_t messages;
  std::uint64_t instructions;
  std::uint64_t lanes;
  bool operator==(const Seen&) const = default;
};

template <class Run>
Seen see(eu::Thread& thread, Run run) {
  test::ListeningPort port;
  const eu::Outcome outcome = run(thread, port);
  return {.stop = outcome.stop,
          .fault = outcome.fault ? outcome.fault->what : "",
          .ip = thread.ip,
          .messages = port.heard(),
          .instructions = thread.instructions_executed,
          .lanes = thread.lane_operations};
}

class LiveOutTest : public ::testing::TestWithParam<const isa::Gen*> {
 protected:
  static constexpr std::uint64_t kBudget = 500;

  // Calls `body` with random programs, their code, and threads for them; it returns how many instructions it executed.
  template <class Body>
  void for_each_program(Body body) {
    const auto compiler = test::make_compiler();
    std::uint64_t executed = 0;
    const std::uint64_t enough = test::instructions_wanted(10'000);
    for (std::uint64_t seed = 1; executed < enough && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      test::RandomPrograms programs(*GetParam(), seed);
      const eu::Kernel kernel = programs.next(30);
      std::vector<eu::Thread> models;
      for (int i = 0; i < 6; ++i) models.push_back(programs.thread());
      const auto compiled = compile_random(*compiler, kernel,
                                           {.control = models[0].control[0],
                                            .thread_channels = programs.thread_channels(),
                                            .live_out = LiveOut::needed,
                                            .only = seed % 3 == 0 ? random_part(kernel, seed) : nullptr,
                                            .diverges = seed % 6 == 0});
      if (!compiled) continue;
      for (const eu::Thread& model : models) executed += body(*compiled, model);
    }
  }

  Runner runner_;
};

TEST_P(LiveOutTest, RegistersOfEarlierThreadsAreNotSeen) {
  for_each_program([&](const CompiledKernel& compiled, const eu::Thread& model) {
    const eu::Kernel& kernel = compiled.kernel;
    const auto compile_and_run = [&](eu::Thread& thread, eu::MessagePort& port) {
      return runner_.run(compiled, thread, port, {.instructions = kBudget});
    };
    eu::Thread used;
    std::memset(static_cast<void*>(&used), 0xA5, sizeof used);
    eu::copy_model(used, model, kernel);
    const Seen first = see(used, compile_and_run);
    // Compiled code checks budgets less often: as far as it came.
    const std::uint64_t limit = first.stop == eu::Stop::out_of_budget ? first.instructions : first.instructions + 1;
    const auto interpret = [&](eu::Thread& thread, eu::MessagePort& port) {
      return eu::run(kernel, thread, port, {.instructions = limit});
    };
    eu::Thread clean = model;
    const Seen expected = see(clean, interpret);
    EXPECT_EQ(first, expected) << "compiled";
    eu::restore_model(used, model, kernel);
    EXPECT_EQ(see(used, interpret), expected) << "interpreted after compiled code";
    eu::restore_model(used, model, kernel);
    EXPECT_EQ(see(used, interpret), expected) << "interpreted again";
    eu::restore_model(used, model, kernel);
    EXPECT_EQ(see(used, compile_and_run), expected) << "compiled again";
    return expected.instructions;
  });
}

// Threads that are interrupted in loops and at waits: there compiled code stores only live registers.
TEST_P(LiveOutTest, ResumedThreadsFindTheirLiveRegisters) {
  for_each_program([&](const CompiledKernel& compiled, const eu::Thread& model) {
    const auto in_slices = [](eu::Thread& thread, auto run) {
      for (;;) {
        const eu::Outcome outcome = run(thread.instructions_executed);
        const bool is_waiting = outcome.stop == eu::Stop::waiting;
        if (is_waiting) ++thread.notification[outcome.notification];
        const bool resumes = is_waiting || outcome.stop == eu::Stop::out_of_budget;
        if (!resumes || thread.instructions_executed >= kBudget) return outcome;
      }
    };
    eu::Thread used;
    std::memset(static_cast<void*>(&used), 0xA5, sizeof used);
    eu::copy_model(used, model, compiled.kernel);
    const Seen sliced = see(used, [&](eu::Thread& thread, eu::MessagePort& port) {
      return in_slices(thread,
                       [&](std::uint64_t) { return runner_.run(compiled, thread, port, {.instructions = 20}); });
    });
    const std::uint64_t limit = sliced.stop == eu::Stop::out_of_budget ? sliced.instructions : sliced.instructions + 1;
    eu::Thread clean = model;
    const Seen expected = see(clean, [&](eu::Thread& thread, eu::MessagePort& port) {
      return in_slices(thread, [&](std::uint64_t done) {
        return eu::run(compiled.kernel, thread, port, {.instructions = limit - done});
      });
    });
    EXPECT_EQ(sliced, expected);
    return expected.instructions;
  });
}

// A join that waits for itself is a loop, and its mask of waiting channels is a variable of compiled code. Channels of
// the first thread wait at this join. The second thread has fewer channels, and must not find the first thread's mask.
TEST(LiveOut, WaitingChannelsOfEarlierThreadsAreNotSeen) {
  using isa::Opcode;
  using isa::Type;
  const isa::Message write{.sfid = isa::Sfid::dp_data1,
                           .length = 2,
                           .body = isa::UntypedSurface{.access = isa::Access::write, .simd = 8, .channels = 1}};
  const eu::Kernel kernel = *eu::prepare(
      test::program({test::conditional(test::op(Opcode::cmp, 8, test::null(Type::d), test::src(1, Type::uw, {8, 8, 1}),
                                                test::imm(Type::w, 4)),
                                       isa::CondMod::l),
                     test::predicated(test::branch(Opcode::goto_, 8, 2, 2), /*inverse=*/true),
                     test::op(Opcode::add, 8, test::dst(10, Type::d), test::src(10, Type::d), test::imm(Type::w, 1)),
                     test::branch(Opcode::join, 8, 0), test::message(8, test::null(), test::src(10, Type::ud), write),
                     test::end_of_thread()}));
  const auto compiled = compile_random(*test::make_compiler(), kernel, {.control = 0x4C0, .live_out = LiveOut::needed});
  ASSERT_TRUE(compiled);
  Runner runner;
  for (const std::uint32_t channels : {0xFFU, 0x0FU, 0x03U, 0xFFU}) {
    std::uint32_t seen = 0;
    test::TestPort port;
    port.on_send = [&](const eu::SendRequest& request) {
      seen = request.channels;
      return eu::SendStatus::done;
    };
    eu::Thread thread;
    eu::make_model(thread, kernel, channels);
    thread.control[0] = 0x4C0;
    for (std::uint16_t id = 0; id < 8; ++id) std::memcpy(thread.grf[1].bytes.data() + 2 * id, &id, 2);
    EXPECT_EQ(runner.run(*compiled, thread, port, {}).stop, eu::Stop::end_of_thread);
    EXPECT_EQ(seen, channels);
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, LiveOutTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace eugene::jit
