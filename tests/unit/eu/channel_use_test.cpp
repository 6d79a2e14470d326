// Whether all channels of a thread run is known before it starts, or is said not to be.
#include "eu/analysis/channel_use.h"

#include <gtest/gtest.h>

#include "bench.h"
#include "eu/prepared_op.h"

namespace eugene::eu {
namespace {

using namespace test;

ChannelUse use_of(std::vector<Instruction> instructions) {
  const Kernel kernel = *prepare(program(std::move(instructions)));
  return kernel.prepared().channel_use;
}

Instruction move(std::uint8_t size, std::uint8_t first_channel = 0) {
  Instruction made = op(Opcode::mov, size, dst(3, Type::f), src(2, Type::f));
  made.channel_offset = first_channel;
  return made;
}

TEST(ChannelUse, IsOfInstructionsUnderAMask) {
  EXPECT_EQ(use_of({no_mask(move(16)), end_of_thread()}).used & ~0xFFU, 0U);
  const ChannelUse use = use_of({move(8), move(4, 8), end_of_thread()});
  EXPECT_EQ(use.used, 0xFFFU);
  EXPECT_EQ(use.thread_channels(0xFFF), ThreadChannels::all);
  EXPECT_EQ(use.thread_channels(0xFFFF'FFFF), ThreadChannels::all);
  EXPECT_EQ(use.thread_channels(0x7FF), ThreadChannels::any);
}

TEST(ChannelUse, OnlyBranchesOfChannelsPartThem) {
  Instruction jump = no_mask(Instruction{.opcode = Opcode::jmpi, .exec_size = 1});
  EXPECT_EQ(use_of({move(8), jump, end_of_thread()}).thread_channels(0xFF), ThreadChannels::all);
  for (const Opcode opcode : {Opcode::if_, Opcode::while_, Opcode::break_, Opcode::goto_, Opcode::halt}) {
    Instruction branch = predicated(Instruction{.opcode = opcode, .exec_size = 8});
    branch.jip = branch.uip = 16;
    EXPECT_EQ(use_of({move(8), branch, end_of_thread()}).thread_channels(~0U), ThreadChannels::any) << int(opcode);
  }
  const Instruction join{.opcode = Opcode::join, .exec_size = 8, .jip = 16};
  EXPECT_EQ(use_of({move(8), join, end_of_thread()}).thread_channels(~0U), ThreadChannels::all);
}

TEST(ChannelUse, IsOfOneChannelWhereNoOtherIsDispatched) {
  Instruction branch = predicated(test::branch(Opcode::break_, 8, 1, 1));
  const ChannelUse use = use_of({branch, move(8), end_of_thread()});
  EXPECT_EQ(use.thread_channels(1, 1), ThreadChannels::one);
  EXPECT_EQ(use.thread_channels(1, 3), ThreadChannels::any);
  EXPECT_EQ(use.thread_channels(2, 2), ThreadChannels::any);
  EXPECT_EQ(use_of({move(1), end_of_thread()}).thread_channels(1, 1), ThreadChannels::all);
  branch.uip = 32;
  EXPECT_EQ(use_of({branch, move(8), end_of_thread()}).thread_channels(1, 1), ThreadChannels::any);  // lone_channel.h
}

}  // namespace
}  // namespace eugene::eu
