// The contract of sem/lane.h: one template of a meaning serves concrete and recorded lanes.
#include "sem/lane.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>
#include <random>

#include "recorded_lane.h"
#include "sem/channels.h"

namespace eugene::sem {
namespace {

using test::Inputs;
using test::Recorded;

// Four templates of instructions' meanings, as examples.
template <class V>
V add_prototype(V a, V b) {
  return plus(a, b);
}
template <class V>
V mad_prototype(V addend, V a, V b) {
  return fused(a, b, addend);
}
// mov.sat from a float to a signed word: clamp, truncate, NaN gives 0 (SNB PRM vol4 part2 4.4.1).
template <FloatLane V>
Rebind<V, std::int16_t> mov_to_word_prototype(V v) {
  const V low = like(v, -32768);
  const V high = like(v, 32767);
  const V number = select(equal(v, v), v, like(v, 0));
  const V clamped = select(less(number, low), low, select(less(high, number), high, number));
  return convert<std::int16_t>(clamped);
}
// Parts of a send that depend on lanes: its channels after mask and predicate, and its descriptor.
template <class Bits>
std::pair<Bits, Bits> send_prototype(const isa::Instruction& instruction, Bits running, Bits flag, Bits a0) {
  const Bits predicate = predicate_channels(instruction.pred_control, instruction.pred_inverse, flag, flag);
  const Bits descriptor = instruction.send.descriptor_in_a0 ? a0 : like(a0, instruction.send.descriptor);
  const auto all = static_cast<std::uint32_t>(low_mask(instruction.exec_size));
  return {bit_and(eligible_channels(instruction.no_mask, all, running), predicate), descriptor};
}

TEST(Lane, OneAddServesBothDomains) {
  const auto recorded = add_prototype(test::input<std::int32_t>("a"), test::input<std::int32_t>("b"));
  EXPECT_EQ(recorded.text, "(plus a b)");
  const std::int32_t a = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(recorded.run({{"a", a}, {"b", std::int32_t{1}}}), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(add_prototype(a, 1), std::numeric_limits<std::int32_t>::min());
}

TEST(Lane, OneMadServesBothDomainsAndRoundsOnce) {
  const auto recorded = mad_prototype(test::input<float>("c"), test::input<float>("a"), test::input<float>("b"));
  EXPECT_EQ(recorded.text, "(fused a b c)");
  const float a =
      1 + 0x1p-12F;  // a * a = 1 + 2^-11 + 2^-24: the last bit survives only without an intermediate rounding
  const float expected = 0x1p-24F;
  EXPECT_EQ(mad_prototype(-(1 + 0x1p-11F), a, a), expected);
  EXPECT_EQ(recorded.run({{"a", a}, {"b", a}, {"c", -(1 + 0x1p-11F)}}), expected);
}

TEST(Lane, OneConvertingMovServesBothDomains) {
  const auto recorded = mov_to_word_prototype(test::input<float>("v"));
  const std::pair<float, std::int16_t> cases[] = {
      {1.9F, 1}, {-1.9F, -1}, {1e9F, 32767}, {-1e9F, -32768}, {std::numeric_limits<float>::quiet_NaN(), 0}};
  for (const auto& [value, expected] : cases) {
    EXPECT_EQ(mov_to_word_prototype(value), expected);
    EXPECT_EQ(recorded.run({{"v", value}}), expected);
  }
}

TEST(Lane, OneMaskedSendServesBothDomains) {
  isa::Instruction send{
      .opcode = isa::Opcode::send, .exec_size = 16, .pred_control = isa::PredControl::normal, .pred_inverse = true};
  send.send.descriptor_in_a0 = true;
  const auto [channels, descriptor] = send_prototype(send, test::input<std::uint32_t>("running"),
                                                     test::input<std::uint32_t>("f"), test::input<std::uint32_t>("a0"));
  const Inputs inputs{{"running", 0xFFFFFF0FU}, {"f", 0x00FF0A01U}, {"a0", 0x02106E01U}};
  const auto [channels_now, descriptor_now] = send_prototype(send, 0xFFFFFF0FU, 0x00FF0A01U, 0x02106E01U);
  EXPECT_EQ(channels_now, 0xF50EU);
  EXPECT_EQ(descriptor_now, 0x02106E01U);
  EXPECT_EQ(channels.run(inputs), channels_now);
  EXPECT_EQ(descriptor.run(inputs), descriptor_now);
}

// Predicate groups against the definition in SNB PRM vol4 part2 5.4.3, channel by channel.
TEST(Channels, PredicateGroupsFollowTheirDefinition) {
  using enum isa::PredControl;
  struct Group {
    isa::PredControl control;
    unsigned size;
    bool all;
  };
  const Group groups[] = {{any2h, 2, false},   {all2h, 2, true},   {any4h, 4, false},     {all4h, 4, true},
                          {any8h, 8, false},   {all8h, 8, true},   {any16h, 16, false},   {all16h, 16, true},
                          {any32h, 32, false}, {all32h, 32, true}, {any4h_a16, 4, false}, {all4h_a16, 4, true}};
  std::mt19937 engine(1);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (const Group& group : groups) {
    for (int round = 0; round < 200; ++round) {
      std::uint32_t flag = random();
      if (round % 3 == 0) flag |= random() | random() | random();  // dense: groups that are all set
      if (round % 3 == 1) flag &= random() & random() & random();  // sparse
      const std::uint32_t got = predicate_channels(group.control, false, flag, 0U);
      for (unsigned channel = 0; channel < 32; ++channel) {
        const unsigned first = channel / group.size * group.size;
        const std::uint32_t mask = static_cast<std::uint32_t>(low_mask(group.size));
        const std::uint32_t members = (flag >> first) & mask;
        EXPECT_EQ(bit(got, channel), group.all ? members == mask : members != 0);
      }
      EXPECT_EQ(predicate_channels(group.control, true, flag, 0U), ~got);
    }
  }
  EXPECT_EQ(predicate_channels(anyv, false, 0b0011U, 0b0101U), 0b0111U);
  EXPECT_EQ(predicate_channels(allv, false, 0b0011U, 0b0101U), 0b0001U);
  EXPECT_EQ(predicate_channels(rep_y, false, 0b0000'0010'1101U, 0U), 0x0F0U);
}

TEST(Half, EveryHalfSurvivesTheRoundTrip) {
  for (std::uint32_t raw = 0; raw < 0x10000; ++raw) {
    const Half half{static_cast<std::uint16_t>(raw)};
    const Half back = float_to_half(half_to_float(half));
    const bool nan = (raw & 0x7FFF) > 0x7C00;
    EXPECT_EQ(back.bits, nan ? raw | 0x200 : raw);
  }
}

// Between two neighbours the four modes round as IEEE 754 says, overflow included.
TEST(Half, RoundsInTheCurrentMode) {
  struct Restore {
    ~Restore() { std::fesetround(FE_TONEAREST); }
  } restore;
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    const std::uint16_t raw = static_cast<std::uint16_t>(random() % 0x7C00);
    const double low = half_to_float(Half{raw});
    const double high =
        raw == 0x7BFF ? 65536.0 : static_cast<double>(half_to_float(Half{static_cast<std::uint16_t>(raw + 1)}));
    const int quarter = 1 + static_cast<int>(random() % 3);
    const double value = low + (high - low) * quarter / 4;  // exact in float
    const std::uint16_t down = raw;
    const std::uint16_t up = static_cast<std::uint16_t>(raw + 1);
    const std::uint16_t nearest = quarter == 2 ? (raw % 2 == 0 ? down : up) : (quarter < 2 ? down : up);
    const auto rounded = [&](int mode, double v) {
      std::fesetround(mode);
      volatile float input = static_cast<float>(v);
      return float_to_half(input).bits;
    };
    EXPECT_EQ(rounded(FE_TONEAREST, value), nearest);
    EXPECT_EQ(rounded(FE_TOWARDZERO, value), down);
    EXPECT_EQ(rounded(FE_UPWARD, value), up);
    EXPECT_EQ(rounded(FE_DOWNWARD, value), down);
    EXPECT_EQ(rounded(FE_TOWARDZERO, -value), down | 0x8000);
    EXPECT_EQ(rounded(FE_UPWARD, -value), down | 0x8000);
    EXPECT_EQ(rounded(FE_DOWNWARD, -value), up | 0x8000);
  }
}

}  // namespace
}  // namespace eugene::sem
