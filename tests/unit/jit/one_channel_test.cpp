// Code for threads of one channel: loops and blocks that it leaves early, sums that other channels would share, and
// threads that come to it with other channels after all.
#include <gtest/gtest.h>

#include "jit/host/runner.h"
#include "support/build.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::one_channel_test {
namespace {

using namespace test;

Instruction compare(isa::CondMod condition, unsigned nr, std::uint64_t bits) {
  return conditional(op(Opcode::cmp, 16, null(Type::d), src(nr, Type::d), imm(Type::d, bits)), condition);
}
Instruction add(unsigned to, unsigned nr, std::uint64_t bits) {
  return op(Opcode::add, 16, dst(to, Type::d), src(nr, Type::d), imm(Type::d, bits));
}

// r2 counts to 20, in steps of 1 or, where r4 is odd, of 2; at 13 it leaves from inside two blocks. r6 sums under
// NoMask.
std::vector<Instruction> loop() {
  const Instruction odd = op(Opcode::and_, 16, null(Type::d), src(4, Type::d), imm(Type::d, 1));
  std::vector<Instruction> made{
      add(4, 4, 3),                                                                            // 0
      conditional(odd, isa::CondMod::nz),                                                      // 1
      predicated(branch(Opcode::if_, 16, 3, 4)),                                               // 2
      add(2, 2, 2),                                                                            // 3
      branch(Opcode::else_, 16, 7, 7),                                                         // 4
      add(2, 2, 1),                                                                            // 5
      compare(isa::CondMod::z, 2, 13),                                                         // 6
      predicated(branch(Opcode::if_, 16, 3, 3)),                                               // 7
      branch(Opcode::break_, 16, 2, 7),                                                        // 8
      add(8, 8, 1),                                                                            // 9
      branch(Opcode::endif, 16, 1),                                                            // 10
      branch(Opcode::endif, 16, 4),                                                            // 11
      no_mask(op(Opcode::add, 16, dst(6, Type::d), src(6, Type::d), src(4, Type::d))),         // 12
      compare(isa::CondMod::l, 2, 20),                                                         // 13
      no_mask(op(Opcode::add, 1, dst(10, Type::d), scalar(10, Type::d), scalar(2, Type::d))),  // 14
      predicated(branch(Opcode::while_, 16, -15)),                                             // 15
      op(Opcode::add, 16, dst(12, Type::d), src(2, Type::d), src(6, Type::d)),                 // 16
      end_of_thread(),
  };
  made[2].jip = 3 * 16;
  made[2].uip = 9 * 16;
  made[8].jip = 2 * 16;
  made[8].uip = 8 * 16;  // after the while
  return made;
}

TEST(OneChannel, LeavesWhatTheInterpreterLeaves) {
  const eu::Kernel kernel = *eu::prepare(program(loop()));
  for (const char* processor : {"native", "x86-64-v3"}) {
    const auto host = make_compiler(processor);
    const auto compiled = compile(*host, kernel, {.control = 0x4C0, .thread_channels = eu::ThreadChannels::one});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (const std::uint32_t channels : {1U, 1U, 1U, 3U, 0x10U, ~0U}) {
      for (unsigned start = 0; start < 16; ++start) {
        eu::Thread expected;
        eu::start(expected, channels);
        expected.control[0] = 0x4C0;
        for (std::size_t i = 0; i < expected.grf.size(); ++i)
          expected.grf[i].bytes.fill(static_cast<std::byte>(i % 16 == 2 ? 0 : i % 3));
        expected.grf[2].bytes[0] = static_cast<std::byte>(start);
        expected.grf[4].bytes[0] = static_cast<std::byte>(start / 3);
        eu::Thread got = expected;
        TestPort port;
        ASSERT_EQ(eu::run(kernel, expected, port, {.instructions = 5000}).stop, eu::Stop::end_of_thread);
        ASSERT_EQ(Runner().run(*compiled, got, port, {.instructions = 5000}).stop, eu::Stop::end_of_thread);
        EXPECT_EQ(got.grf, expected.grf) << processor << ", channels " << channels << ", from " << start;
        EXPECT_EQ(got.flag, expected.flag);
        EXPECT_EQ(got.instructions_executed, expected.instructions_executed) << start;
        EXPECT_EQ(got.lane_operations, expected.lane_operations) << start;
      }
    }
  }
}

// A quarter of the code for any threads: no masks, and scalars for lanes.
TEST(OneChannel, HasLessCode) {
  const eu::Kernel kernel = *eu::prepare(program(loop()));
  ASSERT_TRUE(kernel.prepared().channel_use.runs_alone);
  const auto bytes = [&](eu::ThreadChannels channels) {
    const auto compiled =
        compile(compiler(), kernel, {.control = 0x4C0, .thread_channels = channels, .live_out = LiveOut::needed});
    return compiled ? compiled->machine_code.size() : 0;
  };
  EXPECT_GT(bytes(eu::ThreadChannels::one), 0U);
  EXPECT_LT(bytes(eu::ThreadChannels::one), bytes(eu::ThreadChannels::any) / 2);
}

}  // namespace
}  // namespace eugene::jit::one_channel_test
