// Loops that divide 64-bit integers bit by bit. Compiled code leaves out most of their iterations, and must give the
// interpreter's results. The loops are those of Intel's compiler, for machines with and without quadwords. Other loops
// differ from them by one instruction and do not divide.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "asm/assemble.h"
#include "eu/analysis/long_division.h"
#include "jit/host/runner.h"
#include "support/build.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::long_division_test {
namespace {

using namespace test;
// `step` are the instructions of an iteration between the counter's start and end.
std::string in_loop(std::string_view step) {
  return "mov (1) r4.1<1>:d 63:w {NoMask}\nL1:\n" + std::string(step) +
         "cmp.z.f0.0 (16) null<1>:d r4.1<0;1,0>:d 0:w {NoMask}\n"
         "(f0.0) break (16) L2 L2\n"
         "add (1) r4.1<1>:d r4.1<0;1,0>:d -1:w {NoMask}\n"
         "L2:\n"
         "while (16) L1\n";
}

// Sends remainders and quotients.
constexpr std::string_view kEnd =
    "sends (16) null:w r60.0:ud r20.0:ud 0x10c 0x04025c01\n"
    "sends (16) null:w r60.0:ud r24.0:ud 0x10c 0x04025c01\n"
    "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
    "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {NoMask, EOT}\n";

// Dwords: r10 and r12 the dividend, r14 and r16 the divisor, r20 and r22 the remainder, r24 and r26 the quotient.
constexpr std::string_view kDwordStep =
    "and (1) r4.2<1>:d r4.1<0;1,0>:d 63:w {NoMask}\n"
    "shr (16) r30.0<1>:d r20.0<8;8,1>:ud 31:w\n"
    "shl (16) r32.0<1>:d r22.0<8;8,1>:d 1:w\n"
    "shl (16) r34.0<1>:d r20.0<8;8,1>:d 1:w\n"
    "or (16) r22.0<1>:d r32.0<8;8,1>:d r30.0<8;8,1>:d\n"
    "cmp.l.f0.0 (16) null<1>:d r4.2<0;1,0>:ud 0x20:uw {NoMask}\n"
    "(f0.0) jmpi (1) LOW {NoMask}\n"
    "add (1) r4.3<1>:d r4.2<0;1,0>:d -32:w {NoMask}\n"
    "shr (16) r36.0<1>:d r12.0<8;8,1>:ud r4.3<0;1,0>:d\n"
    "jmpi (1) BIT {NoMask}\n"
    "LOW:\n"
    "shr (16) r36.0<1>:d r10.0<8;8,1>:ud r4.2<0;1,0>:d\n"
    "BIT:\n"
    "and (16) r36.0<1>:d r36.0<8;8,1>:d 1:w\n"
    "or (16) r20.0<1>:d r36.0<8;8,1>:d r34.0<8;8,1>:d\n"
    "cmp.l.f1.0 (16) null<1>:d r20.0<8;8,1>:ud r14.0<8;8,1>:ud\n"
    "(f1.0) cmp.z.f1.0 (16) null<1>:d r22.0<8;8,1>:d r16.0<8;8,1>:d\n"
    "(-f1.0) cmp.l.f1.0 (16) null<1>:d r22.0<8;8,1>:ud r16.0<8;8,1>:ud\n"
    "(-f1.0) if (16) L4 L4\n"
    "subb (8) r38.0<1>:ud r20.0<8;8,1>:ud r14.0<8;8,1>:ud {AccWrEn}\n"
    "add (8) r22.0<1>:ud r22.0<8;8,1>:ud -r16.0<8;8,1>:ud\n"
    "mov (8) r40.0<1>:ud acc0.0<8;8,1>:ud\n"
    "add (8) r22.0<1>:ud -r40.0<8;8,1>:ud r22.0<8;8,1>:ud\n"
    "subb (8) r39.0<1>:ud r21.0<8;8,1>:ud r15.0<8;8,1>:ud {AccWrEn, Q2}\n"
    "add (8) r23.0<1>:ud r23.0<8;8,1>:ud -r17.0<8;8,1>:ud {Q2}\n"
    "mov (8) r41.0<1>:ud acc0.0<8;8,1>:ud {Q2}\n"
    "add (8) r23.0<1>:ud -r41.0<8;8,1>:ud r23.0<8;8,1>:ud {Q2}\n"
    "mov (16) r20.0<1>:d r38.0<8;8,1>:d\n"
    "mov (1) r5.0<1>:w 1:w {NoMask}\n"
    "cmp.l.f0.0 (16) null<1>:d r4.2<0;1,0>:ud 0x20:uw {NoMask}\n"
    "(f0.0) jmpi (1) LOWBIT {NoMask}\n"
    "add (1) r5.1<1>:d r4.2<0;1,0>:d -32:w {NoMask}\n"
    "shl (1) r5.3<1>:d r5.0<0;1,0>:w r5.1<0;1,0>:d {NoMask}\n"
    "or (16) r26.0<1>:d r5.3<0;1,0>:d r26.0<8;8,1>:d\n"
    "jmpi (1) L4 {NoMask}\n"
    "LOWBIT:\n"
    "shl (1) r5.2<1>:d r5.0<0;1,0>:w r4.2<0;1,0>:d {NoMask}\n"
    "or (16) r24.0<1>:d r5.2<0;1,0>:d r24.0<8;8,1>:d\n"
    "L4:\n"
    "endif (16) L5\n"
    "L5:\n";

// Quadwords: r10 the dividend, r14 the divisor, r20 the remainder, r24 the quotient.
constexpr std::string_view kQuadwordStep =
    "mov (1) r4.1<1>:q r4.1<0;1,0>:ud {NoMask}\n"
    "shl (8) r30.0<1>:q r20.0<4;4,1>:q 1:w\n"
    "shl (8) r32.0<1>:q r22.0<4;4,1>:q 1:w {Q2}\n"
    "shr (8) r34.0<1>:q r10.0<4;4,1>:uq r4.1<0;1,0>:q\n"
    "shr (8) r36.0<1>:q r12.0<4;4,1>:uq r4.1<0;1,0>:q {Q2}\n"
    "and (8) r34.0<1>:q r34.0<4;4,1>:q 1:w\n"
    "and (8) r36.0<1>:q r36.0<4;4,1>:q 1:w {Q2}\n"
    "or (8) r20.0<1>:q r34.0<4;4,1>:q r30.0<4;4,1>:q\n"
    "or (8) r22.0<1>:q r36.0<4;4,1>:q r32.0<4;4,1>:q {Q2}\n"
    "cmp.l.f1.0 (8) null<1>:q r20.0<4;4,1>:uq r14.0<4;4,1>:uq\n"
    "cmp.l.f1.0 (8) null<1>:q r22.0<4;4,1>:uq r16.0<4;4,1>:uq {Q2}\n"
    "(-f1.0) if (16) L4 L4\n"
    "mov (1) r30.0<1>:w 1:w {NoMask}\n"
    "add (8) r20.0<1>:q r20.0<4;4,1>:q -r14.0<4;4,1>:q\n"
    "add (8) r22.0<1>:q r22.0<4;4,1>:q -r16.0<4;4,1>:q {Q2}\n"
    "shl (1) r31.0<1>:q r30.0<0;1,0>:w r4.1<0;1,0>:q {NoMask}\n"
    "or (8) r24.0<1>:q r31.0<0;1,0>:q r24.0<4;4,1>:q\n"
    "or (8) r26.0<1>:q r31.0<0;1,0>:q r26.0<4;4,1>:q {Q2}\n"
    "L4:\n"
    "endif (16) L5\n"
    "L5:\n";

constexpr unsigned kChannels = 16;
using Numbers = std::array<std::uint64_t, kChannels>;

struct Case {
  Numbers dividend{}, divisor{}, remainder{}, quotient{};
  std::uint32_t channels = low_mask(kChannels);
};

// `after` are instructions between the loop and the end.
eu::Kernel kernel(std::string_view step, std::string_view after = {}) {
  const auto assembled =
      assembly::assemble(isa::kGen9, assembly::kNative, in_loop(step) + std::string(after) + std::string(kEnd), "loop");
  EXPECT_TRUE(assembled) << assembled.error().front().message;
  return *eu::prepare(assembled->kernels[0].program);
}

std::optional<eu::LongDivision> find(const eu::Kernel& kernel, bool is_whole) {
  const auto& ops = kernel.prepared().ops;
  const eu::LiveRegisters live(kernel.program(), kernel.prepared(), is_whole);
  for (const eu::PreparedOp& op : ops) {
    if (kernel.program().instructions[op.index].opcode == Opcode::while_)
      return eu::find_long_division(kernel.program(), kernel.prepared(), op.flow.target(), op.index, live,
                                    is_whole ? &live : nullptr);
  }
  return std::nullopt;
}

bool divides(const eu::Kernel& kernel, bool is_whole = false) { return find(kernel, is_whole).has_value(); }

// Whether a thread whose channels all run executes no iteration of the loop.
bool skips(const eu::Kernel& kernel) {
  const auto found = find(kernel, /*is_whole=*/true);
  return found && found->end;
}

// Writes the numbers to the registers from `first` on, as dwords (low ones, then high ones) or quadwords.
void put(eu::Thread& thread, unsigned first, const Numbers& numbers, bool is_wide) {
  auto* bytes = reinterpret_cast<std::byte*>(&thread) + first * eu::kGrfBytes;
  for (unsigned i = 0; i < kChannels; ++i) {
    const std::array halves{static_cast<std::uint32_t>(numbers[i]), static_cast<std::uint32_t>(numbers[i] >> 32)};
    for (unsigned half = 0; half < 2; ++half)
      std::memcpy(bytes + (is_wide ? i * 8 + half * 4 : half * 64 + i * 4), &halves[half], 4);
  }
}

eu::Thread thread(const Case& of, bool is_wide) {
  eu::Thread result;
  eu::start(result, of.channels);
  result.control[0] = 0x4C0;
  put(result, 10, of.dividend, is_wide);
  put(result, 14, of.divisor, is_wide);
  put(result, 20, of.remainder, is_wide);
  put(result, 24, of.quotient, is_wide);
  return result;
}

// Numbers of all lengths, and those at the ends of ranges.
class RandomNumbers {
 public:
  std::uint64_t next() {
    constexpr std::array<std::uint64_t, 10> kSpecial{0,
                                                     1,
                                                     2,
                                                     ~std::uint64_t{0},
                                                     std::uint64_t{1} << 63,
                                                     (std::uint64_t{1} << 63) - 1,
                                                     std::uint64_t{1} << 32,
                                                     (std::uint64_t{1} << 32) - 1,
                                                     (std::uint64_t{1} << 32) + 1,
                                                     ~std::uint64_t{0} << 32};
    const std::uint64_t bits = engine_();
    return bits % 4 == 0 ? kSpecial[bits / 4 % kSpecial.size()] : engine_() >> bits / 4 % 64;
  }
  Case next_case(unsigned n) {
    Case result;
    for (unsigned i = 0; i < kChannels; ++i) {
      result.dividend[i] = next();
      result.divisor[i] = next();
      // Divisors of 0, remainders at the start, bits that the quotient has: in some threads.
      if (n % 8 != 0) result.divisor[i] = std::max<std::uint64_t>(result.divisor[i], 1);
      if (n % 8 == 1) result.remainder[i] = next();
      if (n % 8 == 2) result.quotient[i] = next();
    }
    if (n % 2 == 0) result.channels = static_cast<std::uint32_t>(engine_()) & 0xFFFF;
    if (result.channels == 0) result.channels = 1;
    return result;
  }

 private:
  std::mt19937_64 engine_{1};
};

// Runs threads of the loop compiled and interpreted. Returns how many took fewer instructions than interpreted.
unsigned compare(const eu::Kernel& of, bool is_wide, bool exact_counts,
                 std::initializer_list<const char*> processors = {"native", "x86-64-v3"}) {
  unsigned shortened = 0;
  for (const char* processor : processors) {
    const auto host = make_compiler(processor);
    const auto compiled =
        compile(*host, of, {.control = 0x4C0, .live_out = LiveOut::needed, .exact_counts = exact_counts});
    EXPECT_TRUE(compiled) << compiled.error().message;
    if (!compiled) return 0;
    RandomNumbers numbers;
    Runner runner;
    for (unsigned n = 0; n < 200; ++n) {
      const Case next = numbers.next_case(n);
      eu::Thread expected = thread(next, is_wide), got = expected;
      ListeningPort expected_port, port;
      EXPECT_EQ(eu::run(of, expected, expected_port).stop, eu::Stop::end_of_thread);
      EXPECT_EQ(runner.run(*compiled, got, port).stop, eu::Stop::end_of_thread);
      EXPECT_EQ(port.heard(), expected_port.heard()) << processor << ", thread " << n;
      if (exact_counts) {
        EXPECT_EQ(got.instructions_executed, expected.instructions_executed) << n;
        EXPECT_EQ(got.lane_operations, expected.lane_operations) << n;
      }
      shortened += got.instructions_executed < expected.instructions_executed ? 1 : 0;
    }
  }
  return shortened;
}

TEST(LongDivision, OfDwords) {
  EXPECT_TRUE(divides(kernel(kDwordStep)));
  EXPECT_GE(compare(kernel(kDwordStep), /*is_wide=*/false, /*exact_counts=*/false), 250U);
}

TEST(LongDivision, OfQuadwords) {
  EXPECT_TRUE(divides(kernel(kQuadwordStep)));
  EXPECT_GE(compare(kernel(kQuadwordStep), /*is_wide=*/true, /*exact_counts=*/false), 250U);
}

TEST(LongDivision, ExecutesAllIterationsIfTheyAreCounted) {
  EXPECT_EQ(compare(kernel(kDwordStep), /*is_wide=*/false, /*exact_counts=*/true), 0U);
  EXPECT_EQ(compare(kernel(kQuadwordStep), /*is_wide=*/true, /*exact_counts=*/true), 0U);
}

// Nothing after the loop reads anything that the loop writes but its results.
TEST(LongDivision, SkipsAllIterations) {
  EXPECT_TRUE(skips(kernel(kDwordStep)));
  EXPECT_TRUE(skips(kernel(kQuadwordStep)));
  const auto found = find(kernel(kDwordStep), /*is_whole=*/true);
  ASSERT_TRUE(found && found->end);
  EXPECT_EQ(found->end->counter, 0U);
  // The counter is known after the loop.
  constexpr std::string_view kReadsCounter = "add (16) r24.0<1>:d r24.0<8;8,1>:d r4.1<0;1,0>:d\n";
  EXPECT_TRUE(skips(kernel(kDwordStep, kReadsCounter)));
  EXPECT_GE(compare(kernel(kDwordStep, kReadsCounter), /*is_wide=*/false, /*exact_counts=*/false), 250U);
}

// The last iterations write flags and temporaries that are read after the loop.
TEST(LongDivision, ExecutesTheLastIterations) {
  constexpr std::string_view kReadsFlag = "(f1.0) mov (16) r24.0<1>:d 7:w\n";
  constexpr std::string_view kReadsTemporary = "mov (16) r24.0<1>:d r32.0<8;8,1>:d\n";
  constexpr std::string_view kReadsAll = "mov (1) r24.0<1>:ud f1.0<0;1,0>:ud {NoMask}\n";
  for (const std::string_view after : {kReadsFlag, kReadsTemporary, kReadsAll}) {
    EXPECT_TRUE(divides(kernel(kDwordStep, after), /*is_whole=*/true)) << after;
    EXPECT_FALSE(skips(kernel(kDwordStep, after))) << after;
    EXPECT_GE(compare(kernel(kDwordStep, after), /*is_wide=*/false, /*exact_counts=*/false), 250U) << after;
  }
  // A comparison writes the flag before the flag is read, for some or for all channels.
  const std::string some = "cmp.z.f1.0 (8) null<1>:d r20.0<8;8,1>:d 0:w\n" + std::string(kReadsFlag);
  const std::string all = "cmp.z.f1.0 (16) null<1>:d r20.0<8;8,1>:d 0:w\n" + std::string(kReadsFlag);
  const std::string own = "(f1.0) cmp.z.f1.0 (16) null<1>:d r20.0<8;8,1>:d 0:w\n" + std::string(kReadsFlag);
  EXPECT_FALSE(skips(kernel(kDwordStep, some)));
  EXPECT_FALSE(skips(kernel(kDwordStep, own)));
  EXPECT_TRUE(skips(kernel(kDwordStep, all)));
  for (const std::string& after : {some, all, own})
    EXPECT_GE(compare(kernel(kDwordStep, after), /*is_wide=*/false, /*exact_counts=*/false), 250U) << after;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const std::size_t at = result.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? result : result.replace(at, from.size(), to);
}

// Each change of one instruction makes a loop that does not divide.
TEST(LongDivision, IsNoOtherLoop) {
  struct Change {
    std::string_view from, to;
  };
  constexpr std::array kOfDwords{
      Change{"r20.0<8;8,1>:ud 31:w", "r20.0<8;8,1>:ud 30:w"},
      Change{"shl (16) r34.0<1>:d r20.0<8;8,1>:d 1:w", "shl (16) r34.0<1>:d r20.0<8;8,1>:d 2:w"},
      Change{"r36.0<8;8,1>:d 1:w", "r36.0<8;8,1>:d 3:w"},
      Change{"cmp.l.f1.0 (16) null<1>:d r20.0", "cmp.le.f1.0 (16) null<1>:d r20.0"},
      Change{"(-f1.0) cmp.l.f1.0 (16) null<1>:d r22.0<8;8,1>:ud r16.0<8;8,1>:ud",
             "(-f1.0) cmp.l.f1.0 (16) null<1>:d r22.0<8;8,1>:d r16.0<8;8,1>:d"},
      Change{"-r41.0", "r41.0"},
      Change{"add (8) r23.0<1>:ud r23.0<8;8,1>:ud -r17.0", "add (8) r23.0<1>:ud r23.0<8;8,1>:ud -r16.0"},
      Change{"mov (8) r41.0<1>:ud acc0.0<8;8,1>:ud {Q2}\n", ""},
      Change{"0x20:uw {NoMask}\n(f0.0) jmpi (1) LOW ", "0x21:uw {NoMask}\n(f0.0) jmpi (1) LOW "},
      Change{"mov (1) r5.0<1>:w 1:w", "mov (1) r5.0<1>:w 3:w"},
      Change{"or (16) r24.0<1>:d r5.2", "xor (16) r24.0<1>:d r5.2"},
      Change{"or (16) r20.0<1>:d r36.0<8;8,1>:d r34.0<8;8,1>:d\n",
             "or (16) r20.0<1>:d r36.0<8;8,1>:d r34.0<8;8,1>:d\nadd (16) r60.0<1>:d r60.0<8;8,1>:d 1:w\n"},
      Change{"mov (16) r20.0<1>:d r38.0", "mov (16) r10.0<1>:d r38.0"},
  };
  for (const Change& change : kOfDwords) {
    const std::string step = replaced(kDwordStep, change.from, change.to);
    EXPECT_FALSE(divides(kernel(step))) << change.to;
    EXPECT_EQ(compare(kernel(step), /*is_wide=*/false, /*exact_counts=*/false, {"native"}), 0U) << change.to;
  }
  constexpr std::array kOfQuadwords{
      Change{"cmp.l.f1.0 (8) null<1>:q r22.0<4;4,1>:uq r16.0<4;4,1>:uq",
             "cmp.l.f1.0 (8) null<1>:q r22.0<4;4,1>:q r16.0<4;4,1>:q"},
      Change{"-r16.0", "-r14.0"},
      Change{"r12.0<4;4,1>:uq r4.1", "r12.0<4;4,1>:q r4.1"},
      Change{"mov (1) r30.0<1>:w 1:w", "mov (1) r30.0<1>:w -1:w"},
      Change{"or (8) r26.0<1>:q r31.0", "or (8) r26.0<1>:q r30.0"},
  };
  for (const Change& change : kOfQuadwords) {
    const std::string step = replaced(kQuadwordStep, change.from, change.to);
    const bool is_same = change.to == "r12.0<4;4,1>:q r4.1";  // the sign does not reach the lowest bit
    EXPECT_EQ(divides(kernel(step)), is_same) << change.to;
    (void)compare(kernel(step), /*is_wide=*/true, /*exact_counts=*/false, {"native"});
  }
}

// The instructions after the loop may read temporaries. r38 keeps the difference of the last iteration that
// subtracts the divisor. Any iteration may be the last to subtract. r32, the shifted remainder, is written by each
// iteration.
TEST(LongDivision, LeavesWhatIsReadLater) {
  const auto sent = [](unsigned first) {
    return "sends (16) null:w r60.0:ud r" + std::to_string(first) + ".0:ud 0x10c 0x04025c01\n";
  };
  const eu::Kernel of_difference = kernel(kDwordStep, sent(38));
  EXPECT_FALSE(divides(of_difference));
  (void)compare(of_difference, /*is_wide=*/false, /*exact_counts=*/false);
  // Each iteration writes r42, but from r38, which an earlier iteration may have written.
  const std::string derived = std::string(kDwordStep) + "add (16) r42.0<1>:d r38.0<8;8,1>:d 1:w {NoMask}\n";
  const eu::Kernel of_derived = kernel(derived, sent(42));
  EXPECT_FALSE(divides(of_derived));
  EXPECT_FALSE(divides(of_derived, /*is_whole=*/true));
  (void)compare(of_derived, /*is_wide=*/false, /*exact_counts=*/false);
  EXPECT_TRUE(divides(kernel(derived)));  // nothing reads r42
  const eu::Kernel of_shifted = kernel(kDwordStep, sent(32));
  EXPECT_TRUE(divides(of_shifted));
  EXPECT_GE(compare(of_shifted, /*is_wide=*/false, /*exact_counts=*/false), 250U);
  // The last iteration writes the flags.
  const eu::Kernel of_flags = kernel(kQuadwordStep, "(f1.0) mov (16) r24.0<1>:d 7:w\n");
  EXPECT_TRUE(divides(of_flags));
  EXPECT_GE(compare(of_flags, /*is_wide=*/true, /*exact_counts=*/false), 250U);
}

}  // namespace
}  // namespace eugene::jit::long_division_test
