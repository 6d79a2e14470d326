// The message gateway between threads, message by message: SNB PRM vol4 part2 chapter 1.
#include "gen6_fixture.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kOpen = 0;
constexpr std::uint32_t kClose = 1;
constexpr std::uint32_t kForward = 2;
constexpr std::uint32_t kTimeStamp = 3;
constexpr std::uint32_t kUpdate = 5;
constexpr std::uint32_t kMmio = 6;

enum Length : std::uint32_t { kByte = 0, kWord = 1, kDword = 2, kTwoDwords = 3, kFourDwords = 4, kReserved = 5 };

struct GatewayTest : Gen6Test {
  GatewayTest() {
    gateway.attach(one);
    gateway.attach(two);
  }

  eu::SendStatus message(eu::Thread& thread, std::uint32_t control, const Dwords& payload, bool eot = false) {
    return send(thread, isa::Sfid::gateway, control, {row(payload)},
                {.eot = eot, .answered = (control & kAcknowledge) != 0});
  }
  // Sends with an acknowledgement, and gives its error code.
  std::uint32_t error(eu::Thread& thread, std::uint32_t function, const Dwords& payload) {
    EXPECT_EQ(message(thread, function | kAcknowledge, payload), eu::SendStatus::done) << fault.what;
    EXPECT_EQ(returned(0) >> 16 & 0xF, 3U) << "shared function of the gateway";
    for (unsigned n = 1; n < 8; ++n) EXPECT_EQ(returned(n), kUntouched);
    return returned(0) & 7;
  }
  void open(eu::Thread& thread, std::uint32_t base) {
    EXPECT_EQ(message(thread, kOpen, {0, 0, 0, 0, 0, base << 21}), eu::SendStatus::done);
  }
  // To `two` (EU 5, thread 2): `length` of `data` to `byte` of register base + `reg`.
  static Dwords to_two(std::uint32_t reg, std::uint32_t byte, Length length, std::array<std::uint32_t, 4> data) {
    return {data[0], data[1], data[2], data[3], 5U << 24 | 2U << 16, reg << 21 | byte << 16 | length << 8};
  }
  static Dwords barrier(std::uint32_t id, std::uint32_t offset) { return {0, 0, id << 24 | offset << 16}; }
};

TEST_F(GatewayTest, OpenAnswersWithoutError) { EXPECT_EQ(error(one, kOpen, {0, 0, 0, 0, 0, 10U << 21}), 0U); }

TEST_F(GatewayTest, OpenBeyondTheRegisterFileExceedsTheSize) {
  EXPECT_EQ(error(one, kOpen, {0, 0, 0, 0, 0, 127U << 21}), 0U);
  EXPECT_EQ(error(one, kOpen, {0, 0, 0, 0, 0, 128U << 21}), 1U);
}

TEST_F(GatewayTest, ForwardWritesFromTheRecipientsBase) {
  open(two, 20);
  EXPECT_EQ(error(one, kForward, to_two(3, 8, kDword, {0x11223344, 0, 0, 0})), 0U);
  EXPECT_EQ(dwords(two.grf[23]), (Dwords{0, 0, 0x11223344, 0, 0, 0, 0, 0}));
}

TEST_F(GatewayTest, ForwardHasFiveLengths) {
  open(two, 20);
  const std::array<std::uint32_t, 4> data{0xA1B2C3D4, 0x22222222, 0x33333333, 0x44444444};
  const auto forward = [&](std::uint32_t reg, std::uint32_t byte, Length length) {
    EXPECT_EQ(error(one, kForward, to_two(reg, byte, length, data)), 0U);
    return dwords(two.grf[20 + reg]);
  };
  EXPECT_EQ(forward(0, 5, kByte), (Dwords{0, 0xD400, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(forward(1, 6, kWord), (Dwords{0, 0xC3D40000, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(forward(2, 4, kDword), (Dwords{0, data[0], 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(forward(3, 8, kTwoDwords), (Dwords{0, 0, data[0], data[1], 0, 0, 0, 0}));
  EXPECT_EQ(forward(4, 16, kFourDwords), (Dwords{0, 0, 0, 0, data[0], data[1], data[2], data[3]}));
  EXPECT_EQ(error(one, kForward, to_two(5, 0, kReserved, data)), 6U);
}

TEST_F(GatewayTest, ForwardIsRefusedByAClosedGateway) {
  EXPECT_EQ(error(one, kForward, to_two(3, 0, kDword, {1, 0, 0, 0})), 2U);
  open(two, 20);
  EXPECT_EQ(error(two, kClose, {}), 0U);
  EXPECT_EQ(error(one, kForward, to_two(3, 0, kDword, {1, 0, 0, 0})), 2U);
  EXPECT_EQ(dwords(two.grf[23]), Dwords{});
}

TEST_F(GatewayTest, ForwardToAnAbsentThreadIsRefused) {
  gateway.detach(two);
  EXPECT_EQ(error(one, kForward, to_two(3, 0, kDword, {1, 0, 0, 0})), 2U);
}

TEST_F(GatewayTest, NothingIsAnsweredUnlessAsked) {
  EXPECT_EQ(message(one, kForward, to_two(3, 0, kDword, {1, 0, 0, 0})), eu::SendStatus::done);
  EXPECT_TRUE(response.empty());
}

TEST_F(GatewayTest, ForwardNotifiesTheCounterItNames) {
  open(two, 20);
  const Dwords payload = to_two(3, 0, kDword, {1, 0, 0, 0});
  message(one, kForward, payload);
  EXPECT_EQ(two.notification, (std::array<std::uint32_t, 3>{0, 0, 0}));
  message(one, kForward | 1U << 15, payload);
  EXPECT_EQ(two.notification, (std::array<std::uint32_t, 3>{1, 0, 0}));
  message(one, kForward | 2U << 15, payload);
  EXPECT_EQ(two.notification, (std::array<std::uint32_t, 3>{1, 0, 1}));
  EXPECT_EQ(one.notification, (std::array<std::uint32_t, 3>{0, 0, 0}));
  faults(message(one, kForward | 3U << 15, payload), "notif");
}

TEST_F(GatewayTest, ForwardIsNotForR0NorBeyondR127NorMisaligned) {
  open(two, 0);
  faults(message(one, kForward, to_two(0, 0, kDword, {1, 0, 0, 0})), "r0");
  faults(message(one, kForward, to_two(128, 0, kDword, {1, 0, 0, 0})), "r128");
  faults(message(one, kForward, to_two(1, 2, kDword, {1, 0, 0, 0})), "aligned");
  faults(message(one, kForward, to_two(1, 8, kFourDwords, {1, 0, 0, 0})), "aligned");
}

TEST_F(GatewayTest, OpenThatEndsTheThreadCloses) {
  open(two, 20);
  EXPECT_EQ(message(two, kOpen, {0, 0, 0, 0, 0, 30U << 21}, true), eu::SendStatus::end_of_thread);
  EXPECT_EQ(error(one, kForward, to_two(3, 0, kDword, {1, 0, 0, 0})), 2U);
}

TEST_F(GatewayTest, BypassNeedsNoOpenAndHasBaseZero) {
  ThreadGateway bypass(true);
  bypass.attach(one);
  bypass.attach(two);
  use(bypass);
  EXPECT_EQ(error(one, kForward, to_two(3, 0, kDword, {7, 0, 0, 0})), 0U);
  EXPECT_EQ(dwords(two.grf[3])[0], 7U);
  EXPECT_EQ(error(two, kOpen, {0, 0, 0, 0, 0, 30U << 21}), 0U);
  EXPECT_EQ(error(one, kForward, to_two(4, 0, kDword, {8, 0, 0, 0})), 0U);
  EXPECT_EQ(dwords(two.grf[4])[0], 8U);
}

TEST_F(GatewayTest, TimeStampsGoToTheHalfThatIsNamed) {
  ThreadGateway timed(false, [](const eu::Thread&) {
    return GatewayTimes{.absolute = (5ULL << 12) + 3, .relative = (7ULL << 12) + 0xFFF};
  });
  use(timed);
  EXPECT_EQ(message(one, kTimeStamp | kAcknowledge, {}), eu::SendStatus::done);
  EXPECT_EQ(dwords(response[0]), (Dwords{3U << 20, 5, 0xFFF00000, 7, kUntouched, kUntouched, kUntouched, kUntouched}));
  EXPECT_EQ(message(one, kTimeStamp | kAcknowledge, {0, 0, 0, 0, 0, 1U << 31}), eu::SendStatus::done);
  EXPECT_EQ(dwords(response[0]), (Dwords{kUntouched, kUntouched, kUntouched, kUntouched, 3U << 20, 5, 0xFFF00000, 7}));
  faults(message(one, kTimeStamp, {}), "acknowledged");
}

TEST_F(GatewayTest, TimeGoesOnWithInstructions) {
  one.instructions_executed = 1024;  // nanoseconds: one unit of the high part
  EXPECT_EQ(message(one, kTimeStamp | kAcknowledge, {}), eu::SendStatus::done);
  EXPECT_EQ(returned(1), 1U);
  EXPECT_EQ(returned(3), 1U);
}

TEST_F(GatewayTest, BarrierAnswersAllWhenTheLastHasCome) {
  gateway.begin_barrier(9, 2, 0x5A);
  open(two, 40);
  EXPECT_EQ(message(one, kBarrier, barrier(9, 6)), eu::SendStatus::done);
  EXPECT_EQ(gateway.arrived(9), 1U);
  EXPECT_EQ(one.notification[0], 0U);
  EXPECT_EQ(error(two, kBarrier, barrier(9, 7)), 0U) << "the lowest bit of the offset is ignored";
  EXPECT_EQ(gateway.arrived(9), 0U);
  EXPECT_EQ(one.notification[0], 1U);
  EXPECT_EQ(two.notification[0], 1U);
  EXPECT_EQ(dwords(one.grf[6]), (Dwords{0x5A, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(dwords(two.grf[46]), (Dwords{0x5A, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(GatewayTest, BarriersDoNotMix) {
  gateway.begin_barrier(1, 2, 1);
  gateway.begin_barrier(2, 2, 2);
  message(one, kBarrier, barrier(1, 6));
  message(two, kBarrier, barrier(2, 6));
  EXPECT_EQ(one.notification[0] + two.notification[0], 0U);
  EXPECT_EQ(gateway.arrived(1), 1U);
  EXPECT_EQ(gateway.arrived(2), 1U);
}

TEST_F(GatewayTest, AnInactiveBarrierIsAnError) { EXPECT_EQ(error(one, kBarrier, barrier(3, 6)), 1U); }

TEST_F(GatewayTest, ABarrierAnswerIsNotForR0) {
  gateway.begin_barrier(0, 1, 0x5A);
  EXPECT_EQ(message(one, kBarrier, barrier(0, 0)), eu::SendStatus::done);
  EXPECT_EQ(one.notification[0], 1U);
  EXPECT_EQ(dwords(one.grf[0]), Dwords{});
  open(one, 127);
  faults(message(one, kBarrier, barrier(0, 2)), "r129");
}

TEST_F(GatewayTest, UpdateChangesTheBarriersByte) {
  gateway.begin_barrier(4, 1, 0x11);
  EXPECT_EQ(error(two, kUpdate, barrier(4, 0x77)), 0U);
  message(one, kBarrier, barrier(4, 6));
  EXPECT_EQ(dwords(one.grf[6])[0], 0x77U);
}

TEST_F(GatewayTest, AThreadThatEndedDoesNotWait) {
  gateway.begin_barrier(4, 2, 0x11);
  message(one, kBarrier, barrier(4, 6));
  gateway.detach(one);
  EXPECT_EQ(gateway.arrived(4), 0U);
}

TEST_F(GatewayTest, NotificationCountsAre16BitsWide) {
  gateway.begin_barrier(4, 1, 0x11);
  one.notification[0] = 0xFFFF;
  message(one, kBarrier, barrier(4, 6));
  EXPECT_EQ(one.notification[0], 0U);
}

TEST_F(GatewayTest, OtherFunctionsAreAnOpcodeError) { EXPECT_EQ(error(one, kMmio, {}), 5U); }

TEST_F(GatewayTest, AcknowledgementAndDestinationGoTogether) {
  const std::vector<eu::Grf> payload{row({})};
  faults(send(one, isa::Sfid::gateway, kClose | kAcknowledge, payload, {}), "destination");
  faults(send(one, isa::Sfid::gateway, kClose, payload, {.answered = true}), "destination");
  faults(message(one, kClose | kAcknowledge, {}, true), "ends the thread");
}

}  // namespace
}  // namespace eugene::functions
