// Prepared messages in compiled code. Registers must be the same as after messages that are sent, for all combinations
// of enabled channels, and also when the prepared message refuses.
#include "eu/prepared_message.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>

#include "asm/assemble.h"
#include "eu/host_rounding.h"
#include "jit/host/runner.h"
#include "support/memory_messages.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

// r40: coordinates, r2: a header. The response is r20 to r27, and the second message's r30 to r37.
constexpr std::string_view kText =
    "sends (16) r20.0:w r2.0:ud r40.0:ud 0x102 0x028d8000\n"
    "add (16) r40.0<1>:f r20.0<8;8,1>:f r40.0<8;8,1>:f\n"
    "(+f0.0) sends (16) r30.0:w r2.0:ud r40.0:ud 0x102 0x028d8000\n"
    "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
    "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {NoMask, EOT}\n";

// Answers each enabled channel with numbers that depend on its coordinates.
void answer(const eu::Grf* coordinates, std::uint32_t channels, eu::Grf* response) {
  for (unsigned component = 0; component < 4; ++component) {
    for (unsigned lane = 0; lane < 16; ++lane) {
      if ((channels >> lane & 1) == 0) continue;
      std::uint32_t at = 0;
      std::memcpy(&at, coordinates[lane / 8].bytes.data() + lane % 8 * 4, sizeof at);
      at = at * 5 + component;
      std::memcpy(response[component * 2 + lane / 8].bytes.data() + lane % 8 * 4, &at, sizeof at);
    }
  }
}

// What the prepared messages of a test did.
struct Tally {
  unsigned executed = 0;
  unsigned refused = 0;
  unsigned short_calls = 0;
  bool has_rounded_to_nearest = true;
};

// Refuses every `period`-th time, after it has written something.
class Prepared final : public eu::PreparedMessage {
 public:
  Prepared(Tally& tally, unsigned period) : tally_(&tally), period_(period) {}
  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* response) override {
    if (++times_ % period_ == 0) {
      ++tally_->refused;
      answer(payload, channels, response);  // wrong numbers for the enabled channels
      return false;
    }
    ++tally_->executed;
    answer(payload + 1, channels, response);
    return true;
  }
  Call short_call() override {
    return [](PreparedMessage& message, std::uint32_t channels, const eu::Grf* payload, eu::Grf* response) {
      auto& self = static_cast<Prepared&>(message);
      ++self.tally_->short_calls;
      self.tally_->has_rounded_to_nearest = self.tally_->has_rounded_to_nearest && eu::rounds_to_nearest();
      return std::uint32_t{self.execute(channels, payload, response)};
    };
  }

 private:
  Tally* tally_;
  unsigned period_;
  unsigned times_ = 0;
};

// A kernel of kText with its code, and a port that has all its messages prepared.
struct PreparedKernel {
  PreparedKernel(eu::PreparedMessages& prepared, unsigned period, std::uint32_t control_register = 0x4C0)
      : control(control_register) {
    const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, kText, "prepared");
    kernel.emplace(*eu::prepare(assembled->kernels[0].program));
    compiled.emplace(*compile(test::compiler(), *kernel, {.control = control}));
    for (const isa::Instruction& instruction : kernel->program().instructions) {
      if (isa::is_send(instruction) && !instruction.send.eot)
        prepared.keep(instruction, instruction.send.descriptor, std::make_unique<Prepared>(tally, period));
    }
  }
  void run(Runner& runner, eu::MessagePort& port) const {
    eu::Thread thread;
    eu::start(thread, 0xFFFF);
    thread.control[0] = control;
    thread.flag[0] = 0xFFFF;
    ASSERT_EQ(runner.run(*compiled, thread, port).stop, eu::Stop::end_of_thread);
  }

  std::uint32_t control;
  std::optional<eu::Kernel> kernel;
  std::optional<CompiledKernel> compiled;
  Tally tally;
};

eu::SendStatus answer_request(const eu::SendRequest& request) {
  answer(request.extended_payload.data(), request.channels, request.response.data());
  return eu::SendStatus::done;
}

TEST(PreparedMessages, GiveWhatSentMessagesGive) {
  eu::PreparedMessages prepared;
  const PreparedKernel tested(prepared, 5);
  const eu::Kernel& kernel = *tested.kernel;
  test::TestPort sends;
  sends.on_send = answer_request;
  test::TestPort fast(eu::FastPaths{.prepared = &prepared});
  fast.on_send = answer_request;
  std::mt19937 random(3);
  Runner runner;
  for (unsigned round = 0; round < 200; ++round) {
    eu::Thread expected;
    eu::start(expected, round % 3 == 0 ? 0xFFFF : random() & 0xFFFF);
    expected.control[0] = 0x4C0;
    for (eu::Grf& grf : expected.grf)
      for (std::byte& byte : grf.bytes) byte = static_cast<std::byte>(random());
    expected.flag[0] = round % 2 == 0 ? 0xFFFF : static_cast<std::uint32_t>(random());
    eu::Thread got = expected;
    const std::string what = "round " + std::to_string(round);
    ASSERT_EQ(test::memory_messages::run_by_port(kernel, expected, sends).stop, eu::Stop::end_of_thread) << what;
    ASSERT_EQ(runner.run(*tested.compiled, got, fast).stop, eu::Stop::end_of_thread) << what;
    ASSERT_NO_FATAL_FAILURE(test::memory_messages::expect_same(got, expected, what));
  }
  EXPECT_GT(tested.tally.executed, 100U);
  EXPECT_GT(tested.tally.short_calls, 50U);
}

TEST(PreparedMessages, RefuseOnce) {
  eu::PreparedMessages prepared;
  const PreparedKernel tested(prepared, 3);
  unsigned sent = 0;
  test::TestPort port(eu::FastPaths{.prepared = &prepared});
  port.on_send = [&](const eu::SendRequest& request) {
    ++sent;
    EXPECT_TRUE(request.is_refused);
    return answer_request(request);
  };
  Runner runner;
  for (unsigned round = 0; round < 30; ++round) ASSERT_NO_FATAL_FAILURE(tested.run(runner, port));
  EXPECT_EQ(tested.tally.executed + tested.tally.refused, 60U);
  EXPECT_EQ(tested.tally.refused, sent);
  EXPECT_EQ(sent, 20U);
}

// Both kernels have a message with the same index, and the same element of the table of short calls.
TEST(PreparedMessages, AreOfTheirKernel) {
  eu::PreparedMessages prepared;
  const PreparedKernel first(prepared, 1000);
  const PreparedKernel second(prepared, 1000);
  test::TestPort port(eu::FastPaths{.prepared = &prepared});
  Runner runner;
  for (unsigned round = 0; round < 10; ++round) ASSERT_NO_FATAL_FAILURE(first.run(runner, port));
  EXPECT_EQ(first.tally.short_calls, 18U);
  ASSERT_NO_FATAL_FAILURE(second.run(runner, port));
  EXPECT_EQ(first.tally.executed, 20U);
  EXPECT_EQ(second.tally.executed, 2U);
  prepared.forget();
  port.on_send = answer_request;
  ASSERT_NO_FATAL_FAILURE(first.run(runner, port));
  EXPECT_EQ(first.tally.executed, 20U);
}

// The interpreter executes the addition of kText, for which the host rounds as the thread does.
TEST(PreparedMessages, HaveShortCallsOnlyWhileTheHostRoundsToNearest) {
  constexpr std::uint32_t kRoundUp = 0x4D0;
  eu::PreparedMessages prepared;
  const PreparedKernel tested(prepared, 1000, kRoundUp);
  test::TestPort port(eu::FastPaths{.prepared = &prepared});
  Runner runner;
  for (unsigned round = 0; round < 10; ++round) ASSERT_NO_FATAL_FAILURE(tested.run(runner, port));
  EXPECT_EQ(tested.tally.executed, 20U);
  EXPECT_EQ(tested.tally.short_calls, 9U);
  EXPECT_TRUE(tested.tally.has_rounded_to_nearest);
}

}  // namespace
}  // namespace eugene::jit
