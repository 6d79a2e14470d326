// Cases that the random tests do not cover: accumulators, indirect operands, immediates, special registers, modes, line
// and pln.
#include <cfenv>
#include <random>

#include "bench.h"

namespace eugene::eu::test {
namespace {

using isa::Arf;
using isa::CondMod;

Operand acc(Type type, unsigned nr = 0) { return arf(Arf::acc, nr, type); }
Operand acc_dst(Type type, unsigned nr = 0) { return arf_dst(Arf::acc, nr, type); }

// The macro of 8.3.26 as the Gen9 compiler writes it: low words of source 1 first, then mach adds its high words.
template <class T, class Long>
void multiply_by_macro(Type type) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Bench bench(0xFF);
    std::vector<T> a;
    std::vector<T> b;
    for (int i = 0; i < 8; ++i) {
      a.push_back(static_cast<T>(round == 0 ? 0x80000000U : random()));
      b.push_back(static_cast<T>(round == 0 ? 0xFFFFFFFFU - static_cast<unsigned>(i) : random()));
    }
    bench.set(1, a);
    bench.set(2, b);
    Instruction mach = op(Opcode::mach, 8, dst(3, type), src(1, type), src(2, type));
    mach.acc_wr_en = true;
    bench.run({op(Opcode::mul, 8, acc_dst(type), src(1, type), src(2, Type::uw, {16, 8, 2})), mach,
               op(Opcode::mov, 8, dst(4, type), acc(type))});
    for (unsigned i = 0; i < 8; ++i) {
      const Long product = static_cast<Long>(a[i]) * b[i];
      EXPECT_EQ(bench.get<T>(3, i), static_cast<T>(product >> 32));
      EXPECT_EQ(bench.get<T>(4, i), static_cast<T>(product));
    }
  }
}
TEST(Accumulator, MulAndMachGiveSigned64BitProducts) { multiply_by_macro<std::int32_t, std::int64_t>(Type::d); }
TEST(Accumulator, MulAndMachGiveUnsigned64BitProducts) { multiply_by_macro<std::uint32_t, std::uint64_t>(Type::ud); }

// SNB PRM vol4 part2 8.3.26, the document's own four instructions: there mul takes the low words of source 0.
TEST(AccumulatorGen6, TheDocumentsMultiplication) {
  Bench bench(0xFF, isa::kGen6);
  bench.set<std::int32_t>(2, {-5, 123456789, -987654321, 0x7FFFFFFF, -1, 65536, -65536, 3});
  bench.set<std::int32_t>(3, {7, -987654321, -123456789, 0x7FFFFFFF, -1, 65536, 65537, -3});
  Instruction mach = op(Opcode::mach, 8, dst(4, Type::d), src(2, Type::d), src(3, Type::d));
  mach.acc_wr_en = true;
  bench.run({op(Opcode::mul, 8, acc_dst(Type::d), src(2, Type::d), src(3, Type::d)), mach,
             op(Opcode::mov, 8, dst(5, Type::d), src(4, Type::d)), op(Opcode::mov, 8, dst(6, Type::d), acc(Type::d))});
  for (unsigned i = 0; i < 8; ++i) {
    const std::int64_t product = std::int64_t{bench.get<std::int32_t>(2, i)} * bench.get<std::int32_t>(3, i);
    EXPECT_EQ(bench.get<std::int32_t>(5, i), static_cast<std::int32_t>(product >> 32));
    EXPECT_EQ(bench.get<std::int32_t>(6, i), static_cast<std::int32_t>(product));
  }
}

TEST(Accumulator, MacAddsToWhatIsThere) {
  Bench bench(0xFF);
  bench.set<float>(1, {1, 2, 3, 4, 5, 6, 7, 8});
  bench.run({op(Opcode::mov, 8, acc_dst(Type::f), imm(10.0F)),
             op(Opcode::mac, 8, dst(2, Type::f), src(1, Type::f), imm(2.0F))});
  EXPECT_EQ(bench.get_all<float>(2, 8), (std::vector<float>{12, 14, 16, 18, 20, 22, 24, 26}));
}

TEST(Accumulator, WordsKeep33Bits) {
  Bench bench(0xFFFF);
  bench.set<std::int16_t>(1, {-32768, 32767, -1, 5});
  const Operand words = src(1, Type::w, {16, 16, 1});
  const Operand wide = arf(Arf::acc, 0, Type::w, 0, {16, 16, 1});
  // acc = r1 * r1; r2 = acc >> 15 needs the bits above 16
  bench.run({op(Opcode::mul, 16, acc_dst(Type::w), words, words),
             op(Opcode::asr, 16, dst(2, Type::w), wide, imm(Type::uw, 15))});
  EXPECT_EQ(bench.get<std::int16_t>(2, 0), static_cast<std::int16_t>(0x40000000 >> 15));
  EXPECT_EQ(bench.get<std::int16_t>(2, 1), (32767 * 32767) >> 15);
  EXPECT_EQ(bench.get<std::int16_t>(2, 2), 0);
}

TEST(Accumulator, AccWrEnWritesTheResultOfEnabledChannelsOnly) {
  Bench bench(0x0F);
  bench.set<std::int32_t>(1, {1, 2, 3, 4, 5, 6, 7, 8});
  Instruction add = op(Opcode::add, 8, dst(2, Type::d), src(1, Type::d), imm(Type::d, 100));
  add.acc_wr_en = true;
  bench.run({add, no_mask(op(Opcode::mov, 8, dst(3, Type::d), acc(Type::d)))});
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{101, 102, 103, 104, 0, 0, 0, 0}));
}

TEST(Accumulator, QuarterControlSelectsAcc1ForFloats) {
  Bench bench(0xFFFF);
  bench.set<float>(1, {1, 1, 1, 1, 1, 1, 1, 1});
  Instruction add = op(Opcode::add, 8, dst(2, Type::f), src(1, Type::f), imm(1.0F));
  add.acc_wr_en = true;
  add.channel_offset = 8;
  bench.run({add, op(Opcode::mov, 8, dst(3, Type::f), acc(Type::f, 1)),
             op(Opcode::mov, 8, dst(4, Type::f), acc(Type::f, 0))});
  EXPECT_EQ(bench.get<float>(3), 2.0F);
  EXPECT_EQ(bench.get<float>(4), 0.0F);
}

TEST(Accumulator, SixteenFloatChannelsUseBoth) {
  Bench bench(0xFFFF);
  std::vector<float> values;
  for (int i = 0; i < 16; ++i) values.push_back(static_cast<float>(i));
  bench.set(1, values);
  bench.run({op(Opcode::mov, 16, acc_dst(Type::f), src(1, Type::f)),
             op(Opcode::add, 16, dst(3, Type::f), acc(Type::f), imm(1.0F))});
  EXPECT_EQ(bench.get<float>(3, 15), 16.0F);
}

TEST(Carry, AddcAndSubbLeaveCarryInTheAccumulator) {
  Bench bench(0xFF);
  bench.set<std::uint32_t>(1, {0xFFFFFFFF, 1, 0x80000000, 5});
  bench.set<std::uint32_t>(2, {1, 1, 0x80000000, 6});
  bench.run({op(Opcode::addc, 8, dst(3, Type::ud), src(1, Type::ud), src(2, Type::ud)),
             op(Opcode::mov, 8, dst(4, Type::ud), acc(Type::ud)),
             op(Opcode::subb, 8, dst(5, Type::ud), src(1, Type::ud), src(2, Type::ud)),
             op(Opcode::mov, 8, dst(6, Type::ud), acc(Type::ud))});
  EXPECT_EQ(bench.get_all<std::uint32_t>(3, 4), (std::vector<std::uint32_t>{0, 2, 0, 11}));
  EXPECT_EQ(bench.get_all<std::uint32_t>(4, 4), (std::vector<std::uint32_t>{1, 0, 1, 0}));
  EXPECT_EQ(bench.get_all<std::uint32_t>(5, 4), (std::vector<std::uint32_t>{0xFFFFFFFE, 0, 0, 0xFFFFFFFF}));
  EXPECT_EQ(bench.get_all<std::uint32_t>(6, 4), (std::vector<std::uint32_t>{0, 0, 0, 1}));
}

Operand indirect(unsigned address, int offset, Type type, Region region) {
  Operand operand = src(0, type, region);
  operand.indirect = true;
  operand.addr_subnr = static_cast<std::uint8_t>(address);
  operand.addr_imm = static_cast<std::int16_t>(offset);
  return operand;
}

TEST(Indirect, OneAddressWithARegion) {
  Bench bench(0xFF);
  bench.set<std::int32_t>(5, {1, 2, 3, 4, 5, 6, 7, 8});
  bench.thread.address[3] = 4 * 32;
  bench.run({op(Opcode::mov, 8, dst(2, Type::d), indirect(3, 36, Type::d, {4, 4, 1}))});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 7), (std::vector<std::int32_t>{2, 3, 4, 5, 6, 7, 8}));
}

TEST(Indirect, OneAddressARowAndOneAChannel) {
  Bench bench(0xFF);
  for (unsigned i = 0; i < 8; ++i) {
    bench.set<std::int32_t>(10 + i, {static_cast<int>(100 * i), static_cast<int>(100 * i + 1)});
    bench.thread.address[i] = static_cast<std::uint16_t>((10 + 7 - i) * 32);
  }
  constexpr std::uint8_t kRows = Region::kPerRowAddress;
  bench.run({op(Opcode::mov, 8, dst(2, Type::d), indirect(0, 0, Type::d, {kRows, 1, 0})),    // Vx1
             op(Opcode::mov, 8, dst(3, Type::d), indirect(0, 0, Type::d, {kRows, 2, 1}))});  // VxH
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{700, 600, 500, 400, 300, 200, 100, 0}));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{700, 701, 600, 601, 500, 501, 400, 401}));
}

TEST(Indirect, Destination) {
  Bench bench(0xFF);
  bench.set<std::int32_t>(1, {1, 2, 3, 4, 5, 6, 7, 8});
  bench.thread.address[0] = 9 * 32;
  Operand to = indirect(0, 64, Type::d, {0, 1, 1});
  bench.run({op(Opcode::mov, 8, to, src(1, Type::d))});
  EXPECT_EQ(bench.get_all<std::int32_t>(11, 8), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Indirect, OutsideTheRegistersIsAFault) {
  for (const int offset : {-4, 128 * 32 - 28}) {
    Bench bench(0xFF);
    bench.run_to({op(Opcode::mov, 8, dst(2, Type::d), indirect(0, offset, Type::d, {8, 8, 1}))}, Stop::fault);
    bench.run_to({op(Opcode::mov, 8, indirect(0, offset, Type::d, {0, 1, 1}), src(1, Type::d))}, Stop::fault);
  }
  Bench rows(0xFF);
  rows.thread.address[5] = 128 * 32;
  rows.run_to({op(Opcode::mov, 8, dst(2, Type::d), indirect(0, 0, Type::d, {Region::kPerRowAddress, 1, 0}))},
              Stop::fault);
  EXPECT_EQ(rows.outcome.fault->lane, 5U);
}

TEST(Direct, RegionsBeyondTheRegistersFaultWhenExecutedOnly) {
  Bench bench(0xFF);
  bench.run_to({op(Opcode::nop, 1, null()), op(Opcode::mov, 16, dst(2, Type::d), src(127, Type::d))}, Stop::fault);
  EXPECT_EQ(bench.thread.ip, 16U);
  bench.thread.ip = 0;
  bench.run({no_mask(branch(Opcode::jmpi, 1, 1)), op(Opcode::mov, 16, dst(2, Type::d), src(127, Type::d))});
}

TEST(Immediate, PackedVectorsExpand) {
  Bench bench(0xFF);
  bench.run({op(Opcode::mov, 8, dst(1, Type::w), imm(Type::v, 0x89ABCDEF)),
             op(Opcode::mov, 8, dst(2, Type::uw), imm(Type::uv, 0x89ABCDEF)),
             op(Opcode::mov, 8, dst(3, Type::f), imm(Type::vf, 0x30204080))});
  EXPECT_EQ(bench.get_all<std::int16_t>(1, 8), (std::vector<std::int16_t>{-1, -2, -3, -4, -5, -6, -7, -8}));
  EXPECT_EQ(bench.get_all<std::uint16_t>(2, 8), (std::vector<std::uint16_t>{15, 14, 13, 12, 11, 10, 9, 8}));
  EXPECT_EQ(bench.get_all<float>(3, 4), (std::vector<float>{-0.0F, 2.0F, 0.5F, 1.0F}));
}

TEST(Flags, SixteenChannelsAtOffset16UseTheUpperHalf) {
  Bench bench(~0U);
  bench.set<std::int32_t>(1, {1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0});
  Instruction cmp = conditional(op(Opcode::cmp, 16, null(Type::d), src(1, Type::d), imm(Type::d, 0)), CondMod::nz);
  cmp.channel_offset = 16;
  bench.thread.flag[0] = 0xAAAA5555;
  bench.run({cmp});
  EXPECT_EQ(bench.thread.flag[0], 0x0F555555U);
}

TEST(Flags, VerticalPredicationCombinesTheFlagRegisters) {
  Bench bench(0xFF);
  bench.thread.flag = {0b0011, 0b0101};
  bench.run({predicated(op(Opcode::mov, 8, dst(1, Type::d), imm(Type::d, 1)), false, isa::PredControl::anyv),
             predicated(op(Opcode::mov, 8, dst(2, Type::d), imm(Type::d, 1)), false, isa::PredControl::allv)});
  EXPECT_EQ(bench.get_all<std::int32_t>(1, 4), (std::vector<std::int32_t>{1, 1, 1, 0}));
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 4), (std::vector<std::int32_t>{1, 0, 0, 0}));
}

// 8.3.8: Gen6 defines only the lowest bit of the result.
TEST(Flags, CmpWritesTheDestination) {
  for (const isa::Gen* gen : {&isa::kGen6, &isa::kGen9}) {
    Bench bench(0xFF, *gen);
    bench.set<std::int32_t>(1, {1, 0});
    bench.run({conditional(op(Opcode::cmp, 8, dst(2, Type::d), src(1, Type::d), imm(Type::d, 0)), CondMod::nz)});
    EXPECT_EQ(bench.get<std::int32_t>(2, 0), gen->compare_writes_all_bits ? -1 : 1);
    EXPECT_EQ(bench.get<std::int32_t>(2, 1), 0);
  }
}

TEST(Flags, OverflowConditionSeesBeyondTheDestination) {
  Bench bench(0xFF);
  bench.set<std::int32_t>(1, {0x7FFFFFFF, 0x7FFFFFFE, -0x7FFFFFFF - 1, 0});
  bench.run({conditional(op(Opcode::add, 8, dst(2, Type::d), src(1, Type::d), imm(Type::d, 1)), CondMod::o)});
  EXPECT_EQ(bench.thread.flag[0], 0b0001U);
  bench.set<float>(1, {3e38F, 1.0F, std::numeric_limits<float>::infinity()});
  bench.run({conditional(op(Opcode::add, 8, dst(2, Type::f), src(1, Type::f), src(1, Type::f)), CondMod::o)});
  EXPECT_EQ(bench.thread.flag[0], 0b0001U);
}

TEST(Modes, DenormalsAreFlushedUnlessKept) {
  const std::uint32_t denormal = 0x80000001;
  Bench bench(0xFF);
  bench.set<std::uint32_t>(1, {denormal, 0x00800000});
  const Instruction add = op(Opcode::add, 8, dst(2, Type::f), src(1, Type::f), imm(-0.0F));
  const Instruction half = op(Opcode::mul, 8, dst(3, Type::f), src(1, Type::f), imm(0.5F));
  const Instruction raw = op(Opcode::mov, 8, dst(4, Type::f), src(1, Type::f));
  bench.run({add, half, raw});
  EXPECT_EQ(bench.get<std::uint32_t>(2, 0), denormal);
  EXPECT_EQ(bench.get<std::uint32_t>(3, 1), 0x00400000U);
  bench.thread.control[0] = 0;
  bench.thread.ip = 0;
  bench.run({add, half, raw});
  EXPECT_EQ(bench.get<std::uint32_t>(2, 0), 0x80000000U);
  EXPECT_EQ(bench.get<std::uint32_t>(3, 1), 0U);
  EXPECT_EQ(bench.get<std::uint32_t>(4, 0), denormal);  // a raw move changes no bit: 4.3.1.2
}

TEST(Modes, RoundingFollowsCr0AndTheHostsModeIsRestored) {
  const Instruction add = op(Opcode::add, 8, dst(2, Type::f), imm(1.0F), src(1, Type::f));
  const float up = std::nextafter(1.0F, 2.0F);
  const std::pair<std::uint32_t, float> cases[] = {{0, 1.0F}, {1, up}, {2, 1.0F}, {3, 1.0F}};
  for (const auto& [mode, expected] : cases) {
    Bench bench(0xFF);
    bench.set<float>(1, {1e-10F});
    const Instruction set_mode = no_mask(op(Opcode::or_, 1, arf_dst(Arf::cr, 0, Type::ud),
                                            arf(Arf::cr, 0, Type::ud, 0, {0, 1, 0}), imm(Type::ud, mode << 4)));
    bench.run({set_mode, add});
    EXPECT_EQ(bench.get<float>(2), expected) << mode;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
}

TEST(Modes, AltModeHasNoInfinities) {
  Bench bench(0xFF);
  bench.thread.control[0] |= 1;
  bench.set<float>(1, {3e38F, -3e38F});
  bench.run({op(Opcode::add, 8, dst(2, Type::f), src(1, Type::f), src(1, Type::f))});
  EXPECT_EQ(bench.get<float>(2, 0), std::numeric_limits<float>::max());
  EXPECT_EQ(bench.get<float>(2, 1), -std::numeric_limits<float>::max());
}

TEST(Math, InvmDividesAndSetsEarlyOut) {
  Bench bench(0xFF);
  bench.set<float>(1, {1, 2, 3, -1, 0, 5, 6, 7});
  bench.set<float>(2, {3, 3, 7, 0, 0, 3, 3, 3});
  Instruction invm = op(Opcode::math, 8, dst(3, Type::f), src(1, Type::f), src(2, Type::f));
  invm.math = isa::MathFunction::invm;
  invm.access_mode = isa::AccessMode::align16;
  invm.dst.write_mask = 0;
  invm.src[0].swizzle = invm.src[1].swizzle = 8;
  invm.flag_nr = 1;
  bench.run({invm});
  EXPECT_EQ(bench.get<float>(3, 0), 1.0F / 3.0F);
  EXPECT_EQ(bench.get<float>(3, 3), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(bench.thread.flag[1], 0xFFU);
}

TEST(Math, IntDivGivesQuotientAndRemainder) {
  Bench bench(0xFF);
  bench.set<std::int32_t>(1, {7, -7, 7, -7, 100, 0, 1, 2});
  bench.set<std::int32_t>(2, {2, 2, -2, -2, 7, 5, 3, 3});
  Instruction divide = op(Opcode::math, 8, dst(4, Type::d), src(1, Type::d), src(2, Type::d));
  divide.math = isa::MathFunction::idiv;
  bench.run({divide});
  EXPECT_EQ(bench.get_all<std::int32_t>(4, 5), (std::vector<std::int32_t>{3, -3, -3, 3, 14}));
  EXPECT_EQ(bench.get_all<std::int32_t>(5, 5), (std::vector<std::int32_t>{1, -1, 1, -1, 2}));
}

TEST(Plane, LineAndPlnReadTheirImpliedOperands) {
  Bench bench(0xFFFF);
  bench.set<float>(1, {0, 0, 0, 0, 2, 3, 100, 5});  // p, q, -, r in the second group of four
  std::vector<float> uv;
  for (int i = 0; i < 32; ++i) uv.push_back(static_cast<float>(i));
  bench.set(10, uv);
  bench.run({op(Opcode::line, 8, dst(20, Type::f), scalar(1, Type::f, 4), src(10, Type::f)),
             op(Opcode::pln, 16, dst(22, Type::f), scalar(1, Type::f, 4), src(10, Type::f))});
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.get<float>(20, i), 2.0F * uv[i] + 5);
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned u = i / 8 * 16 + i % 8;
    EXPECT_EQ(bench.get<float>(22, i), 2.0F * uv[u] + 3.0F * uv[u + 8] + 5);
  }
}

TEST(Plane, LineAndPlnMayWriteTheRegistersThatTheyRead) {
  Bench bench(0xFF);
  bench.set<float>(1, {2, 3, 100, 5, 6, 7, 8, 9});
  bench.set<float>(10, {1, 2, 3, 4, 5, 6, 7, 8});
  bench.set<float>(11, {10, 20, 30, 40, 50, 60, 70, 80});
  bench.run({op(Opcode::line, 8, dst(1, Type::f), scalar(1, Type::f), src(1, Type::f)),
             op(Opcode::pln, 8, dst(10, Type::f), scalar(10, Type::f), src(10, Type::f))});
  EXPECT_EQ(bench.get_all<float>(1, 8), (std::vector<float>{9, 11, 205, 15, 17, 19, 21, 23}));
  EXPECT_EQ(bench.get_all<float>(10, 8), (std::vector<float>{25, 46, 67, 88, 109, 130, 151, 172}));
}

TEST(Align16, SwizzleAndWriteMask) {
  Bench bench(0xFF);
  bench.set<float>(1, {1, 2, 3, 4, 5, 6, 7, 8});
  Instruction mov = op(Opcode::mov, 8, dst(2, Type::f), src(1, Type::f, {4, 4, 1}));
  mov.access_mode = isa::AccessMode::align16;
  mov.src[0].swizzle = 0b00'01'10'11;  // wzyx
  mov.dst.write_mask = 0b1011;         // xyw
  bench.run({mov});
  EXPECT_EQ(bench.get_all<float>(2, 8), (std::vector<float>{4, 3, 0, 1, 8, 7, 0, 5}));
}

TEST(Align16, DotProductsGoToAllChannelsOfTheGroup) {
  Bench bench(0xFF);
  bench.set<float>(1, {1, 2, 3, 4, 5, 6, 7, 8});
  bench.set<float>(2, {1, 1, 1, 1, 2, 2, 2, 2});
  const auto dot = [&](Opcode opcode, unsigned nr) {
    return op(opcode, 8, dst(nr, Type::f), src(1, Type::f), src(2, Type::f));
  };
  bench.run({dot(Opcode::dp2, 3), dot(Opcode::dp3, 4), dot(Opcode::dp4, 5), dot(Opcode::dph, 6)});
  EXPECT_EQ(bench.get_all<float>(3, 8), (std::vector<float>{3, 3, 3, 3, 22, 22, 22, 22}));
  EXPECT_EQ(bench.get_all<float>(4, 8), (std::vector<float>{6, 6, 6, 6, 36, 36, 36, 36}));
  EXPECT_EQ(bench.get_all<float>(5, 8), (std::vector<float>{10, 10, 10, 10, 52, 52, 52, 52}));
  EXPECT_EQ(bench.get_all<float>(6, 8), (std::vector<float>{7, 7, 7, 7, 38, 38, 38, 38}));
}

TEST(Registers, StateIpAndAddressesAreOperands) {
  Bench bench(0xFF);
  bench.thread.ip_base = 0x1000;
  const auto read = [](unsigned nr, Arf kind) {
    return no_mask(op(Opcode::mov, 1, dst(nr, Type::ud), arf(kind, 0, Type::ud, 0, {0, 1, 0})));
  };
  Instruction dispatch = read(3, Arf::sr);
  dispatch.src[0].subnr = 8;
  bench.run({read(1, Arf::ip), read(2, Arf::ip), dispatch, read(4, Arf::ce),
             no_mask(op(Opcode::mov, 4, arf_dst(Arf::a, 0, Type::uw, 8), imm(Type::uw, 0x1234)))});
  EXPECT_EQ(bench.get<std::uint32_t>(1), 0x1000U);
  EXPECT_EQ(bench.get<std::uint32_t>(2), 0x1010U);
  EXPECT_EQ(bench.get<std::uint32_t>(3), 0xFFU);
  EXPECT_EQ(bench.get<std::uint32_t>(4), 0xFFU);
  EXPECT_EQ(bench.thread.address[4], 0x1234);
  EXPECT_EQ(bench.thread.address[7], 0x1234);
  EXPECT_EQ(bench.thread.address[8], 0);
}

TEST(Registers, WritingIpJumps) {
  Bench bench(0xFF);
  bench.run({no_mask(op(Opcode::mov, 1, arf_dst(Arf::ip, 0, Type::ud), imm(Type::ud, 32))),
             op(Opcode::mov, 8, dst(1, Type::d), imm(Type::d, 1)),
             op(Opcode::mov, 8, dst(2, Type::d), imm(Type::d, 2))});
  EXPECT_EQ(bench.get<std::int32_t>(1), 0);
  EXPECT_EQ(bench.get<std::int32_t>(2), 2);
}

}  // namespace
}  // namespace eugene::eu::test
