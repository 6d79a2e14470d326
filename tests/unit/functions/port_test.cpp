// Gateway, thread spawner, fences, and what the port refuses.
#include "port_fixture.h"

namespace eugene::functions {
namespace {

using PortMessages = PortTest;

// BXT PRM vol6 Message Gateway: the last of the group to arrive notifies all.
TEST_F(PortMessages, BarrierNotifiesWhenAllHaveCome) {
  const Registers m0 = registers(iota(8, 0, 0));
  eu::Thread other{};
  done(isa::Sfid::gateway, kBarrier, m0, 0, 1, 1);
  EXPECT_EQ(thread.notification[0], 0U);
  EXPECT_EQ(barrier.arrived(), 1U);
  isa::Instruction instruction;
  instruction.send.sfid = isa::Sfid::gateway;
  EXPECT_EQ(
      port.send({.instruction = instruction, .thread = other, .descriptor = kBarrier, .payload = m0, .channels = 1}),
      eu::SendStatus::done);
  EXPECT_EQ(thread.notification[0], 1U);
  EXPECT_EQ(other.notification[0], 1U);
  EXPECT_EQ(barrier.arrived(), 0U);
}

TEST_F(PortMessages, BarrierCountEnableReprograms) {
  std::vector<std::uint32_t> m0(8);
  m0[2] = 1U << 15 | 1U << 9;
  done(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1);
  EXPECT_EQ(thread.notification[0], 1U);
}

TEST_F(PortMessages, BarrierWithoutOneIsAFault) {
  port.begin_group({});
  EXPECT_EQ(send(isa::Sfid::gateway, kBarrier, registers(iota(8, 0, 0)), 0, 1, 1), eu::SendStatus::fault);
}

TEST_F(PortMessages, EndOfThread) {
  isa::Instruction instruction;
  instruction.send.sfid = isa::Sfid::spawner;
  instruction.send.eot = true;
  const Registers m0 = registers(iota(8, 0, 0));
  EXPECT_EQ(
      port.send({.instruction = instruction, .thread = thread, .descriptor = 0x10, .payload = m0, .channels = 0xFF}),
      eu::SendStatus::end_of_thread);
  EXPECT_EQ(port.send({.instruction = instruction, .thread = thread, .descriptor = 0x10, .payload = m0, .channels = 0}),
            eu::SendStatus::end_of_thread);
}

TEST_F(PortMessages, FencesAndFlushes) {
  done(kDc0, kHeader | 0x1'E000, registers(iota(8, 0, 0)), 1, 0xFF, 8);
  done(kDc0, kHeader | 0x1'F000, registers(iota(8, 0, 0)), 1, 0xFF, 8);
  done(isa::Sfid::sampler, kHeader | 0x7'F000, registers(iota(8, 0, 0)), 1, 0xFF, 8);
}

TEST_F(PortMessages, RefusesClearly) {
  EXPECT_EQ(send(isa::Sfid::vme, 0x1234, registers(iota(8, 0, 0)), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("1234"), std::string::npos) << fault.what;
  EXPECT_FALSE(fault.lane.has_value());
}

}  // namespace
}  // namespace eugene::functions
