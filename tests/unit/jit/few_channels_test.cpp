// Messages in loops, with few enabled channels (jit/message/message_few.cpp). Registers, memory and faults must be the
// same as after messages that the port executes.
#include <llvm/IR/Module.h>

#include <algorithm>

#include "asm/assemble.h"
#include "eu/register_file.h"
#include "jit/host/runner.h"
#include "jit/record_kernel.h"
#include "support/memory_messages.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::few_channels_test {
namespace {

using namespace test::memory_messages;

// Sends `sent` three times: the first message finds the window. After each, the offsets of some channels change.
eu::Kernel kernel(const Sent& sent) {
  const isa::Instruction send = send_of(sent, true, sent.lanes, false);
  const unsigned registers = sent.data_registers;
  const bool reads = sent.message.response_length != 0;
  const std::string text = fmt::format(
      "mov (1) r5.0<1>:d 3:w {{NoMask}}\n"
      "AGAIN:\n"
      "sends ({}) {} r{}.0:ud {} {:#x} {:#x}\n"
      "add (8) r{}.0<1>:d r{}.0<8;8,1>:d r6.0<8;8,1>:d\n"
      "add.nz.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:w {{NoMask}}\n"
      "(f0.0) jmpi (1) AGAIN {{NoMask}}\n"
      "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {{NoMask}}\n"
      "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {{NoMask, EOT}}\n",
      sent.lanes, reads ? fmt::format("r{}.0<1>:d", kResponse) : "null:w", kPayload,
      registers != 0 ? fmt::format("r{}.0:ud", kData) : "null:ud",
      send.send.extended_descriptor | static_cast<unsigned>(sent.message.sfid), send.send.descriptor, kPayload,
      kPayload);
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "few");
  EXPECT_TRUE(assembled) << assembled.error().front().message << text;
  return *eu::prepare(assembled->kernels[0].program);
}

bool has_few(const eu::Kernel& kernel, const HostCompiler& host) {
  const Recorded recorded = record_kernel(kernel, {.control = 0x4C0}, host, "few");
  return std::ranges::any_of(*recorded.unit.module, [](const llvm::Function& function) {
    return std::ranges::any_of(function, [](const auto& block) { return block.getName().starts_with("few"); });
  });
}

eu::Thread thread(std::mt19937_64& random, const Sent& sent, int round) {
  eu::Thread result = random_thread(random, sent, round);
  const std::uint32_t channels = static_cast<std::uint32_t>(random() & random()) & 0xFFFF;
  result.dispatched = result.running = round % 8 == 0 ? 1U << random() % 16 : channels;
  for (unsigned lane = 0; lane < 8; ++lane) {
    const std::uint32_t step = random() % 2 == 0 ? 0 : 4;
    std::memcpy(&result.grf[6].bytes[lane * 4], &step, sizeof step);
  }
  return result;
}

void compare(const Sent& sent, const eu::Kernel& of, const HostCompiler& host, std::uint64_t seed) {
  const auto compiled = compile(const_cast<HostCompiler&>(host), of, {.control = 0x4C0});
  ASSERT_TRUE(compiled) << compiled.error().message;
  std::mt19937_64 random(seed);
  World ours, theirs;
  Runner runner;
  for (int round = 0; round < 60; ++round) {
    eu::Thread expected = thread(random, sent, round), got = expected;
    const eu::Outcome a = run_by_port(of, expected, theirs.port);
    const eu::Outcome b = runner.run(*compiled, got, ours.port);
    const std::string what = isa::describe(isa::kGen9, sent.message) + " round " + std::to_string(round);
    ASSERT_NO_FATAL_FAILURE(expect_same(b, a, what));
    ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
    ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, what));
  }
}

TEST(FewChannels, DoWhatThePortDoes) {
  const auto avx2 = test::make_compiler("x86-64-v3");
  unsigned tested = 0, seed = 0;
  for (const Sent& sent : messages()) {
    if (sent.offset_bytes == 0) continue;
    ++seed;
    if (sent.message.header || std::holds_alternative<isa::UntypedAtomic>(sent.message.body)) continue;
    const eu::Kernel of = kernel(sent);
    if (!has_few(of, *avx2)) continue;
    ++tested;
    ASSERT_NO_FATAL_FAILURE(compare(sent, of, *avx2, seed));
  }
  EXPECT_GT(tested, 40U);
}

}  // namespace
}  // namespace eugene::jit::few_channels_test
