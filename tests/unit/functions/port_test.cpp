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

// M0.2 names one of 32 barriers; M0.3, the predicate mask, does not count in a barrier that is not predicated.
TEST_F(PortMessages, BarrierIsTheOneThatItsIdentifierNames) {
  barrier.begin(1, 0x15);
  std::vector<std::uint32_t> m0(8);
  m0[2] = 1U << 31 | 5U << 24;
  m0[3] = 0xFFFF'0000;
  done(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1);
  EXPECT_EQ(thread.notification[0], 1U);
  m0[2] = 5U << 24;
  EXPECT_EQ(send(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1), eu::SendStatus::fault);
  EXPECT_EQ(thread.notification[0], 1U);
}

// No public document says which bit makes a barrier predicated, so none may pass for one that is not.
TEST_F(PortMessages, BarrierWithUnknownBitsIsAFault) {
  for (unsigned i = 3; i < 14; ++i)
    EXPECT_EQ(send(isa::Sfid::gateway, kBarrier | 1U << i, registers(iota(8, 0, 0)), 0, 1, 1), eu::SendStatus::fault)
        << i;
}

TEST_F(PortMessages, BarrierCountMustBeTheSameInAllMessages) {
  barrier.begin(3);
  std::vector<std::uint32_t> m0(8);
  m0[2] = 1U << 15 | 2U << 9;
  done(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1);
  m0[2] = 1U << 15 | 3U << 9;
  EXPECT_EQ(send(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1), eu::SendStatus::fault);
  m0[2] = 1U << 15 | 2U << 9;
  done(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1);
  EXPECT_EQ(thread.notification[0], 2U);  // it has come twice
  m0[2] = 1U << 15 | 1U << 9;             // the next iteration may have another
  done(isa::Sfid::gateway, kBarrier, registers(m0), 0, 1, 1);
  EXPECT_EQ(thread.notification[0], 3U);
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

// Addresses have 48 bits: a surface that begins near their end goes on at address 0, and a window on it shows what is
// there.
TEST_F(PortMessages, WindowOfASurfaceThatWrapsShowsLowMemory) {
  constexpr std::uint64_t kLow = 0x1000, kTop = 0xFFFF'FFFF'F000;
  const std::span<std::byte> low = *flat.map(kLow, 0x2000);
  for (std::size_t i = 0; i < low.size(); ++i) low[i] = static_cast<std::byte>(i / 16);
  set_raw_buffer(1, kTop, 0x4000);
  environment.general_state_base = kTop;
  for (const unsigned bti : {1U, unsigned{isa::kBtiStateless}}) {
    port.begin_dispatch(environment);
    const auto index = static_cast<std::uint8_t>(bti);
    done(kDc1, 0x0'6E00U | index, registers(iota(8, 0x2000, 4)), 1, 0xFF, 8);
    for (const bool writes : {false, true}) {
      const eu::MemoryWindow window = port.window({.bti = index, .writes = writes}, 0x2010);
      ASSERT_EQ(window.first, 0x2000U) << bti;  // nothing lies in front of it
      EXPECT_EQ(window.host, low.data());
      EXPECT_EQ(window.bytes, bti == 1 ? 0x2000U : low.size());
    }
    EXPECT_EQ(port.window({.bti = index}, 0).bytes, 0U);  // the surface's first page is not mapped
  }
}

}  // namespace
}  // namespace eugene::functions
