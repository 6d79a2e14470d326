// Prepared messages in compiled code. Registers must be the same as after messages that are sent, for all combinations
// of enabled channels, and also when the prepared message refuses.
#include "eu/prepared_message.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "asm/assemble.h"
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

// Refuses every `period`-th time, after it has written something.
class Prepared final : public eu::PreparedMessage {
 public:
  Prepared(unsigned& executed, unsigned period) : executed_(&executed), period_(period) {}
  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* response) override {
    if (++times_ % period_ == 0) {
      answer(payload, channels, response);  // wrong numbers for the enabled channels
      return false;
    }
    ++*executed_;
    answer(payload + 1, channels, response);
    return true;
  }

 private:
  unsigned* executed_;
  unsigned period_;
  unsigned times_ = 0;
};

TEST(PreparedMessages, GiveWhatSentMessagesGive) {
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, kText, "prepared");
  ASSERT_TRUE(assembled) << assembled.error().front().message;
  const eu::Kernel kernel = *eu::prepare(assembled->kernels[0].program);
  const auto compiled = compile(test::compiler(), kernel, {.control = 0x4C0});
  ASSERT_TRUE(compiled) << compiled.error().message;
  eu::PreparedMessages prepared;
  unsigned executed = 0;
  for (const isa::Instruction& instruction : kernel.program().instructions) {
    if (isa::is_send(instruction) && !instruction.send.eot)
      prepared.keep(instruction, instruction.send.descriptor, std::make_unique<Prepared>(executed, 5));
  }
  const auto send = [](const eu::SendRequest& request) {
    answer(request.extended_payload.data(), request.channels, request.response.data());
    return eu::SendStatus::done;
  };
  test::TestPort sends;
  sends.on_send = send;
  test::TestPort fast(eu::FastPaths{.prepared = &prepared});
  fast.on_send = send;
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
    ASSERT_EQ(runner.run(*compiled, got, fast).stop, eu::Stop::end_of_thread) << what;
    ASSERT_NO_FATAL_FAILURE(test::memory_messages::expect_same(got, expected, what));
  }
  EXPECT_GT(executed, 100U);
}

}  // namespace
}  // namespace eugene::jit
