// Integer meanings: each function against the pseudo-code of SNB PRM vol4 part2 chapter 8 and of the Gen9 PRM.
#include "sem/integer.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "sem/meaning.h"

namespace eugene::sem {
namespace {

const Mode kMode;

// Values at which integer instructions change behaviour, and random ones.
std::vector<std::uint32_t> interesting() {
  std::vector<std::uint32_t> values = {0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, ~0U, ~1U};
  for (unsigned i = 0; i < 32; ++i) values.insert(values.end(), {1U << i, (1U << i) - 1, ~(1U << i)});
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i) values.push_back(static_cast<std::uint32_t>(random() >> (random() % 32)));
  return values;
}

std::int32_t as_signed(std::uint32_t v) { return static_cast<std::int32_t>(v); }

TEST(Shifts, UseTheLowFiveBitsOfTheCount) {
  for (const std::uint32_t v : interesting()) {
    for (const std::uint32_t count : {0U, 1U, 15U, 31U, 32U, 33U, 63U, 0xFFFFFFE4U}) {
      const unsigned used = count & 31;
      EXPECT_EQ(shl(kMode, v, count), v << used);
      EXPECT_EQ(shr(kMode, v, count), v >> used);
      EXPECT_EQ(asr(kMode, v, count), v >> used);
      EXPECT_EQ(shr(kMode, as_signed(v), as_signed(count)), as_signed(v >> used));
      EXPECT_EQ(asr(kMode, as_signed(v), as_signed(count)), as_signed(v) >> used);
    }
  }
}

TEST(Rotations, MoveTheBitsRound) {
  for (const std::uint32_t v : interesting()) {
    for (const std::uint32_t count : {0U, 1U, 15U, 31U, 32U, 33U, 63U, 0xFFFFFFE4U}) {
      EXPECT_EQ(rol(kMode, v, count), std::rotl(v, static_cast<int>(count & 31)));
      EXPECT_EQ(ror(kMode, v, count), std::rotr(v, static_cast<int>(count & 31)));
    }
  }
}

// 8.3.3: division by a power of two that rounds down; -1 stays -1.
TEST(Shifts, AsrRoundsDown) {
  EXPECT_EQ(asr(kMode, -1, 31), -1);
  EXPECT_EQ(asr(kMode, -7, 1), -4);
  EXPECT_EQ(asr(kMode, 7, 1), 3);
}

TEST(Shifts, OfQuadwordsUseSixBits) {
  isa::Instruction instruction{.opcode = isa::Opcode::shl};
  instruction.src[0].type = isa::Type::uq;
  const Mode quad = for_instruction(kMode, isa::kGen9, instruction);
  EXPECT_EQ(shl(quad, std::uint64_t{1}, std::uint64_t{40}), std::uint64_t{1} << 40);
  EXPECT_EQ(asr(quad, std::int64_t{-5} << 40, std::int64_t{40 + 64}), -5);
  EXPECT_EQ(shl(kMode, std::uint64_t{1}, std::uint64_t{40}), std::uint64_t{1} << 8);
}

TEST(Average, RoundsUpWithoutLosingTheCarry) {
  for (const std::uint32_t a : interesting()) {
    for (const std::uint32_t b : interesting()) {
      EXPECT_EQ(avg(kMode, a, b), (std::uint64_t{a} + b + 1) >> 1);
      EXPECT_EQ(avg(kMode, as_signed(a), as_signed(b)), (std::int64_t{as_signed(a)} + as_signed(b) + 1) >> 1);
    }
  }
}

TEST(Carry, AddcAndSubb) {
  for (const std::uint32_t a : interesting()) {
    for (const std::uint32_t b : interesting()) {
      const auto sum = addc(kMode, a, b);
      EXPECT_EQ(sum.value, a + b);
      EXPECT_EQ(sum.accumulator, (std::uint64_t{a} + b) >> 32);
      const auto difference = subb(kMode, a, b);
      EXPECT_EQ(difference.value, a - b);
      EXPECT_EQ(difference.accumulator, a < b ? 1U : 0U);
    }
  }
}

TEST(Bits, CountAndFind) {
  for (const std::uint32_t v : interesting()) {
    unsigned leading = 0;
    while (leading < 32 && (v >> (31 - leading) & 1) == 0) ++leading;
    EXPECT_EQ(lzd(kMode, v), leading);
    EXPECT_EQ(fbh(kMode, v), v == 0 ? ~0U : leading);
    unsigned same = 0;
    while (same < 32 && (v >> (31 - same) & 1) == v >> 31) ++same;
    EXPECT_EQ(fbh(kMode, as_signed(v)), same == 32 ? -1 : static_cast<int>(same));
    unsigned trailing = 0;
    while (trailing < 32 && (v >> trailing & 1) == 0) ++trailing;
    EXPECT_EQ(fbl(kMode, v), v == 0 ? ~0U : trailing);
    EXPECT_EQ(cbit(kMode, v), static_cast<std::uint32_t>(std::popcount(v)));
    std::uint32_t reversed = 0;
    for (unsigned i = 0; i < 32; ++i) reversed |= (v >> i & 1) << (31 - i);
    EXPECT_EQ(bfrev(kMode, v), reversed);
  }
}

TEST(Fields, ExtractAndInsert) {
  for (const std::uint32_t v : interesting()) {
    for (unsigned width = 0; width < 32; ++width) {
      for (unsigned offset = 0; offset < 32; ++offset) {
        const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        const std::uint32_t field = static_cast<std::uint32_t>((v >> offset) & mask);
        EXPECT_EQ(bfe(kMode, width, offset, v), field);
        // Bits above the dword are copies of its sign.
        const std::int64_t moved = as_signed(v) >> offset;
        const std::int64_t extended = width == 0 ? 0 : (moved << (64 - width)) >> (64 - width);
        EXPECT_EQ(bfe(kMode, as_signed(width), as_signed(offset), as_signed(v)), extended);

        const std::uint32_t place = static_cast<std::uint32_t>(mask << offset);
        EXPECT_EQ(bfi1(kMode, width, offset), place);
        const std::uint32_t base = 0x12345678;
        EXPECT_EQ(bfi2(kMode, place, v, base), ((v << offset) & place) | (base & ~place));
      }
    }
  }
  EXPECT_EQ(bfe(kMode, 32U + 4, 32U + 8, 0x00000F00U), 0xFU) << "only five bits of width and offset";
}

TEST(SumOfAbsoluteDifferences, TakesThePairAndTheAccumulator) {
  EXPECT_EQ(sad2(kMode, 250, 3, 1, 255), 247 + 254);
  EXPECT_EQ(sad2(kMode, -128, 127, 127, -128), 255 + 255);
  EXPECT_EQ(sada2(kMode, 250, 3, 1, 255, 1000), 1501);
}

// 8.3.26: mul and mach build the 64-bit product of two dwords, whichever source the words come from.
template <class Wide>
void check_mach(std::uint8_t word_source, auto widen) {
  Mode mode{.word_source = word_source, .instruction = {.multiplies_low_word = word_source == 0}};
  for (const std::uint32_t a : interesting()) {
    for (const std::uint32_t b : interesting()) {
      const Wide x = widen(a);
      const Wide y = widen(b);
      // Gen6: mul takes the low word of source 0; Gen9: the program gives mul the low words of source 1.
      const Wide low = word_source == 0 ? mul(mode, x, y) : mul(mode, x, static_cast<Wide>(b & 0xFFFF));
      const auto product = mach(mode, x, y, low);
      EXPECT_EQ(product.accumulator, times(x, y));
      EXPECT_EQ(static_cast<std::uint32_t>(product.value), static_cast<std::uint64_t>(times(x, y)) >> 32);
      const auto low_dword = static_cast<std::int32_t>(low);
      EXPECT_EQ(mach(mode, as_signed(a), as_signed(b), low_dword), as_signed(a * b)) << "the low dword";
    }
  }
}
TEST(Mach, CompletesTheProduct) {
  for (const std::uint8_t source : {std::uint8_t{0}, std::uint8_t{1}}) {
    check_mach<std::int64_t>(source, [](std::uint32_t v) { return std::int64_t{as_signed(v)}; });
    check_mach<std::uint64_t>(source, [](std::uint32_t v) { return std::uint64_t{v}; });
  }
}

TEST(Mul, OfTwoDwordsDependsOnTheGeneration) {
  isa::Instruction instruction{.opcode = isa::Opcode::mul};
  instruction.src[0].type = instruction.src[1].type = isa::Type::d;
  const auto mode = [&](const isa::Gen& gen) { return for_instruction(decode_mode(gen, 0), gen, instruction); };
  const std::int64_t a = 0x12345, b = 7;
  EXPECT_EQ(mul(mode(isa::kGen9), a, b), 0x12345 * 7);
  EXPECT_EQ(mul(mode(isa::kGen6), a, b), 0x2345 * 7);
  EXPECT_EQ(mul(mode(isa::kGen12), b, a), 0x2345 * 7);
  instruction.src[0].type = isa::Type::w;
  EXPECT_EQ(mul(mode(isa::kGen6), std::int64_t{-3}, b), -21);
}

// The sum of the products of bytes, as numbers of a host.
std::int64_t dot(std::int64_t addend, std::uint32_t a, std::uint32_t b, bool a_signed, bool b_signed) {
  const auto byte = [](std::uint32_t v, unsigned n, bool is_signed) {
    const auto bits = static_cast<std::uint8_t>(v >> 8 * n);
    return is_signed ? static_cast<std::int8_t>(bits) : static_cast<int>(bits);
  };
  for (unsigned n = 0; n < 4; ++n) addend += byte(a, n, a_signed) * byte(b, n, b_signed);
  return addend;
}

TEST(Dp4a, TakesTheSignsOfItsSourcesFromTheirTypes) {
  isa::Instruction instruction{.opcode = isa::Opcode::dp4a};
  for (const unsigned signs : {0U, 1U, 2U, 3U}) {
    instruction.src[1].type = (signs & 1) != 0 ? isa::Type::d : isa::Type::ud;
    instruction.src[2].type = (signs & 2) != 0 ? isa::Type::d : isa::Type::ud;
    const Mode mode = for_instruction(kMode, isa::kGen12, instruction);
    for (const std::uint32_t a : interesting()) {
      for (const std::uint32_t b : interesting()) {
        const std::int64_t sum = dot(as_signed(a ^ b), a, b, (signs & 1) != 0, (signs & 2) != 0);
        EXPECT_EQ(dp4a(mode, std::int64_t{as_signed(a ^ b)}, std::int64_t{as_signed(a)}, std::int64_t{b}), sum);
        EXPECT_EQ(dp4a(mode, as_signed(a ^ b), as_signed(a), as_signed(b)), static_cast<std::int32_t>(sum));
      }
    }
  }
}

TEST(Meaning, IsBoundByTheOpcodeTable) {
  using isa::Opcode;
  EXPECT_EQ(Meaning<Opcode::and_>::apply(kMode, 6, 3), 2);
  EXPECT_EQ(Meaning<Opcode::or_>::apply(kMode, 6, 3), 7);
  EXPECT_EQ(Meaning<Opcode::xor_>::apply(kMode, 6, 3), 5);
  EXPECT_EQ(Meaning<Opcode::not_>::apply(kMode, 6), -7);
  EXPECT_EQ(Meaning<Opcode::add>::apply(kMode, 1.5F, 2.0F), 3.5F);
  EXPECT_EQ(Meaning<Opcode::mad>::apply(kMode, 1.0, 2.0, 3.0), 7.0);
  EXPECT_EQ(Meaning<Opcode::bfi2>::apply(kMode, 0xF0, 0x5, 0), 0x50);
  EXPECT_TRUE((Meaning<Opcode::mach>::has<std::int64_t, std::int64_t, std::int64_t>));
  EXPECT_FALSE((Meaning<Opcode::lrp>::has<int, int, int>));
  EXPECT_FALSE((Meaning<Opcode::send>::has<int, int>));
  EXPECT_FALSE((Meaning<Opcode::wait>::has<int>));
}

}  // namespace
}  // namespace eugene::sem
