// Compares compiled code that reads ahead in loops (jit/message/message_ahead.h) with the interpreter: registers and
// memory must be equal. In the loops, each channel reads a sequence of dwords. Between loops, the thread writes the
// next elements of these sequences.
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "asm/assemble.h"
#include "eu/register_file.h"
#include "jit/host/runner.h"
#include "jit/record_kernel.h"
#include "support/memory_messages.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::read_ahead_test {
namespace {

using namespace test::memory_messages;

// r4.0: iterations of the inner loop, r4.1: of the outer loop, r4.2: bytes from one element to the next. r9: a header,
// which is zero. r10: offsets or addresses, r14: other offsets, r20 and r22: elements, r30: a sum.
constexpr std::string_view kRead = "send (16) r20.0<1>:d r10.0:ud 0xc 0x04205e01\n";
constexpr std::string_view kOtherRead = "send (16) r22.0<1>:d r14.0:ud 0xc 0x04205e01\n";
constexpr std::string_view kWrite = "sends (16) null:w r10.0:ud r30.0:ud 0x8c 0x04025e01\n";
constexpr std::string_view kAdd =
    "mul (16) r30.0<1>:d r30.0<8;8,1>:d 5:w\n"
    "add (16) r30.0<1>:d r30.0<8;8,1>:d r20.0<8;8,1>:d\n";
constexpr std::string_view kAddOther = "xor (16) r30.0<1>:d r30.0<8;8,1>:d r22.0<8;8,1>:d\n";
constexpr std::string_view kAdvance =
    "add (16) r10.0<1>:d r10.0<8;8,1>:d r4.2<0;1,0>:d\n"
    "add (16) r14.0<1>:d r14.0<8;8,1>:d r4.2<0;1,0>:d\n";
constexpr std::string_view kAdvanceAddresses =
    "add (8) r10.0<1>:q r10.0<4;4,1>:q r4.2<0;1,0>:d\n"
    "add (8) r12.0<1>:q r12.0<4;4,1>:q r4.2<0;1,0>:d {Q2}\n";
constexpr std::string_view kEnd =
    "mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n"
    "send (8) null<1>:ud r127.0:ud 0x27 0x02000010 {NoMask, EOT}\n";

// `inner` are the instructions of the inner loop, `outer` those between two of these loops.
eu::Kernel kernel(const std::string& inner, std::string_view outer) {
  const std::string text =
      "OUTER:\n"
      "mov (1) r5.0<1>:d r4.0<0;1,0>:d {NoMask}\n"
      "INNER:\n" +
      inner +
      "add.nz.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:w {NoMask}\n"
      "(f0.0) jmpi (1) INNER {NoMask}\n" +
      std::string(outer) +
      "add.nz.f0.0 (1) r4.1<1>:d r4.1<0;1,0>:d -1:w {NoMask}\n"
      "(f0.0) jmpi (1) OUTER {NoMask}\n" +
      std::string(kEnd);
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "ahead");
  EXPECT_TRUE(assembled) << assembled.error().front().message;
  return *eu::prepare(assembled->kernels[0].program);
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (const std::string_view part : parts) result += part;
  return result;
}

// Whether the code has messages that read ahead.
bool reads_ahead(const eu::Kernel& kernel, const HostCompiler& host) {
  const Recorded recorded = record_kernel(kernel, {.control = 0x4C0}, host, "ahead");
  return std::ranges::any_of(*recorded.unit.module, [](const llvm::Function& function) {
    return std::ranges::any_of(function, [](const auto& block) { return block.getName().starts_with("kept"); });
  });
}

// `offset_bytes` is the size of an offset, or of an address.
eu::Thread thread(std::mt19937_64& random, unsigned round, unsigned offset_bytes) {
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  eu::Thread result;
  eu::start(result, round % 5 == 4 ? below(0x10000) | 1 : 0xFFFF);
  result.control[0] = 0x4C0;
  const std::array<std::uint32_t, 3> counts{1 + below(40), 1 + below(3), below(6) == 0 ? below(3) * 4 : 4};
  std::memcpy(result.grf[4].bytes.data(), counts.data(), sizeof counts);
  const std::uint64_t base = offset_bytes == 8 ? kBuffer : 0;
  for (const unsigned first : {10U, 14U}) {
    // Distances between channels: rows of all lengths, without alignment, and no order.
    constexpr std::array<unsigned, 9> kPitches{0, 4, 32, 36, 64, 100, 250, 512, 1024};
    const unsigned pitch = kPitches[below(kPitches.size())], start = below(4) == 0 ? below(0x4000) : below(0x400) * 4;
    const bool is_random = below(8) == 0;
    for (unsigned lane = 0; lane < 16; ++lane) {
      const std::uint64_t offset = base + (is_random ? below(0x1000) * 4 : start + lane * pitch);
      std::memcpy(eu::raw_bytes(result) + eu::grf_offset(first) + lane * offset_bytes, &offset, offset_bytes);
    }
  }
  return result;
}

// With `randomises`, r31 has random bytes.
void compare(const eu::Kernel& of, std::uint64_t seed, unsigned offset_bytes = 4, bool randomises = false) {
  for (const char* processor : {"native", "x86-64-v3"}) {
    const auto host = test::make_compiler(processor);
    const auto compiled = compile(*host, of, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    std::mt19937_64 random(seed);
    World ours, theirs;
    Runner runner;
    for (unsigned round = 0; round < 300; ++round) {
      eu::Thread expected = thread(random, round, offset_bytes);
      if (randomises)
        for (std::byte& each : expected.grf[31].bytes) each = static_cast<std::byte>(random());
      eu::Thread got = expected;
      const std::string what = std::string(processor) + " round " + std::to_string(round);
      const eu::Outcome a = run_by_port(of, expected, theirs.port);
      const eu::Outcome b = runner.run(*compiled, got, ours.port);
      ASSERT_NO_FATAL_FAILURE(expect_same(b, a, what));
      ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, what));
      ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, what));
    }
  }
}

TEST(ReadAhead, GivesTheElementsOfTheInterpreter) {
  const eu::Kernel one = kernel(joined({kRead, kAdd, kAdvance}), {});
  const eu::Kernel two = kernel(joined({kRead, kOtherRead, kAdd, kAddOther, kAdvance}), {});
  const auto avx2 = test::make_compiler("x86-64-v3");
  EXPECT_TRUE(reads_ahead(one, *avx2));
  EXPECT_TRUE(reads_ahead(two, *avx2));
  compare(one, 1);
  compare(two, 2);
}

TEST(ReadAhead, IsForEightChannels) {
  constexpr std::string_view kReadEight = "send (8) r20.0<1>:d r10.0:ud 0xc 0x02106e01\n";
  const eu::Kernel of = kernel(joined({kReadEight, kAdd, kAdvance}), {});
  EXPECT_TRUE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
  compare(of, 7);
}

// Returns a message of `lanes` channels: a read to r20, or a write from r30.
std::string message(const isa::MessageBody& body, unsigned lanes, unsigned offset_bytes, bool reads, bool header) {
  isa::Message made{.sfid = isa::Sfid::dp_data1, .header = header, .body = body};
  made.response_length = static_cast<std::uint8_t>(reads ? lanes / 8 : 0);
  const isa::Instruction send = send_of({made, lanes, offset_bytes, reads ? 0 : lanes / 8}, true, lanes, false);
  return fmt::format("sends ({}) {} r{}.0:ud {} {:#x} {:#x}\n", lanes, reads ? "r20.0<1>:d" : "null:w", header ? 9 : 10,
                     reads ? "null:ud" : "r30.0:ud", send.send.extended_descriptor | 0xCU, send.send.descriptor);
}

TEST(ReadAhead, IsForAddresses) {
  using enum isa::Access;
  const auto avx2 = test::make_compiler("x86-64-v3");
  const auto test_both = [&](const isa::MessageBody& read_body, const isa::MessageBody& write_body, unsigned lanes) {
    const std::string stored = message(write_body, lanes, 8, false, false);
    for (const bool header : {false, true}) {
      const std::string read = message(read_body, lanes, 8, true, header);
      const eu::Kernel of = kernel(joined({read, kAdd, kAdvanceAddresses}), stored);
      EXPECT_TRUE(reads_ahead(of, *avx2)) << read;
      compare(of, 8, 8);
    }
  };
  for (const std::uint8_t lanes : {std::uint8_t{8}, std::uint8_t{16}})
    test_both(isa::A64Scattered{.simd = lanes}, isa::A64Scattered{.access = write, .simd = lanes}, lanes);
  test_both(isa::UntypedSurface{.a64 = true, .bti = 255, .channels = 1},
            isa::UntypedSurface{.access = write, .a64 = true, .bti = 255, .channels = 1}, 8);
}

// The header of such a message masks channels.
TEST(ReadAhead, IsNotForOffsetsWithHeader) {
  const isa::UntypedSurface body{.bti = kBufferBti, .simd = 16, .channels = 1};
  const auto avx2 = test::make_compiler("x86-64-v3");
  EXPECT_TRUE(reads_ahead(kernel(joined({message(body, 16, 4, true, false), kAdd, kAdvance}), {}), *avx2));
  EXPECT_FALSE(reads_ahead(kernel(joined({message(body, 16, 4, true, true), kAdd, kAdvance}), {}), *avx2));
}

TEST(ReadAhead, ReadsWhatTheThreadHasWrittenBetweenLoops) {
  const eu::Kernel of = kernel(joined({kRead, kOtherRead, kAdd, kAddOther, kAdvance}), kWrite);
  EXPECT_TRUE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
  compare(of, 3);
}

// A loop that also writes could read elements that an iteration before has written.
TEST(ReadAhead, IsNotForLoopsThatWrite) {
  const eu::Kernel of = kernel(joined({kRead, kAdd, kAdvance, kWrite}), {});
  EXPECT_FALSE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
  compare(of, 4);
}

// A loop inside may poll memory until another thread has written elements of the loop around.
TEST(ReadAhead, IsNotForLoopsAroundLoopsThatRead) {
  constexpr std::string_view kPoll =
      "mov (1) r5.1<1>:d 2:w {NoMask}\n"
      "POLL:\n"
      "send (16) r22.0<1>:d r14.0:ud 0xc 0x04405c01\n"
      "add.nz.f0.1 (1) r5.1<1>:d r5.1<0;1,0>:d -1:w {NoMask}\n"
      "(f0.1) jmpi (1) POLL {NoMask}\n";
  const eu::Kernel of = kernel(joined({kRead, kPoll, kAdd, kAdvance}), {});
  EXPECT_FALSE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
  compare(of, 6);
}

// Each message outside of the loop drops the kept elements.
TEST(ReadAhead, IsForKernelsWithManyOtherMessages) {
  std::string writes;
  for (unsigned i = 0; i < 300; ++i) writes += kWrite;
  EXPECT_TRUE(reads_ahead(kernel(joined({kRead, kAdd, kAdvance}), writes), *test::make_compiler("x86-64-v3")));
}

// Each of two loops drops its elements after a write, also if the other loop comes first.
TEST(ReadAhead, IsForSeveralLoops) {
  constexpr std::string_view kAdvanceFirst = "add (16) r10.0<1>:d r10.0<8;8,1>:d 4:w\n";
  constexpr std::string_view kSecond =
      "mov (1) r5.2<1>:d 9:w {NoMask}\n"
      "SECOND:\n"
      "send (16) r22.0<1>:d r14.0:ud 0xc 0x04205e01\n"
      "xor (16) r30.0<1>:d r30.0<8;8,1>:d r22.0<8;8,1>:d\n"
      "add (16) r14.0<1>:d r14.0<8;8,1>:d 4:w\n"
      "add.nz.f0.1 (1) r5.2<1>:d r5.2<0;1,0>:d -1:w {NoMask}\n"
      "(f0.1) jmpi (1) SECOND {NoMask}\n";
  constexpr std::string_view kOtherWrite = "sends (16) null:w r14.0:ud r30.0:ud 0x8c 0x04025e01\n";
  for (const std::string_view write : {kWrite, kOtherWrite})
    compare(kernel(joined({kRead, kAdd, kAdvanceFirst}), joined({kSecond, write})), 9);
}

// Some channels leave the loop before others.
TEST(ReadAhead, WorksForChannelsThatDiverge) {
  constexpr std::string_view kSome =
      "add (16) r34.0<1>:d r34.0<8;8,1>:d 1:w\n"
      "and.nz.f1.0 (16) null<1>:d r34.0<8;8,1>:d 4:w\n"
      "(f1.0) if (16) L1 L1\n"
      "add (16) r10.0<1>:d r10.0<8;8,1>:d 12:w\n"
      "L1:\n"
      "endif (16) L2\n"
      "L2:\n";
  const eu::Kernel of = kernel(joined({kRead, kAdd, kSome, kAdvance}), kWrite);
  EXPECT_TRUE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
  compare(of, 5);
}

// A loop that decides by what it reads may wait for another thread, which writes the elements that the loop reads next.
TEST(ReadAhead, IsNotForLoopsThatDecideByElements) {
  const auto avx2 = test::make_compiler("x86-64-v3");
  constexpr std::string_view kIf =
      "(f1.0) if (16) L1 L1\n"
      "send (16) r22.0<1>:d r14.0:ud 0xc 0x04205e01\n"
      "xor (16) r30.0<1>:d r30.0<8;8,1>:d r22.0<8;8,1>:d\n"
      "L1:\n"
      "endif (16) L2\n"
      "L2:\n";
  for (const std::string_view compare_with : {"cmp.e.f1.0 (16) null<1>:d r20.0<8;8,1>:d 4:w\n",
                                              "mov (16) r36.0<1>:w r20.0<16;8,2>:w\n"
                                              "cmp.e.f1.0 (16) null<1>:d r36.0<16;16,1>:w 4:w\n",
                                              "mov (1) f1.0<1>:uw r20.0<0;1,0>:uw {NoMask}\n"}) {
    const eu::Kernel of = kernel(joined({kRead, kAdd, compare_with, kIf, kAdvance}), kWrite);
    EXPECT_FALSE(reads_ahead(of, *avx2)) << compare_with;
    compare(of, 5);
  }
}

// Channels sit out some iterations, and read the next element of their sequences later than the others.
TEST(ReadAhead, WorksForChannelsThatPause) {
  for (const bool advances_all : {false, true}) {
    const std::string inner =
        joined({"add (16) r34.0<1>:d r34.0<8;8,1>:d 1:w\n"
                "and.nz.f1.0 (16) null<1>:d r34.0<8;8,1>:d 5:w\n"
                "(f1.0) if (16) L1 L1\n",
                kRead, kAdd, advances_all ? std::string_view() : kAdvance,
                "L1:\n"
                "endif (16) L2\n"
                "L2:\n",
                advances_all ? kAdvance : std::string_view()});
    const eu::Kernel of = kernel(inner, kWrite);
    EXPECT_TRUE(reads_ahead(of, *test::make_compiler("x86-64-v3")));
    compare(of, 11);
  }
}

// Channels leave the loop one by one. The others continue to read ahead.
TEST(ReadAhead, WorksForChannelsThatLeave) {
  const std::string inner = joined({kRead, kOtherRead, kAdd, kAddOther, kAdvance,
                                    "add (16) r32.0<1>:d r32.0<8;8,1>:d -1:w\n"
                                    "cmp.g.f1.0 (16) null<1>:d r32.0<8;8,1>:d 0:w\n"
                                    "(f1.0) while (16) INNER\n"});
  const std::string text =
      "mov (16) r32.0<1>:d r31.0<16;16,1>:ub\n"
      "and (16) r32.0<1>:d r32.0<8;8,1>:d 31:w\n"
      "INNER:\n" +
      inner + std::string(kWrite) + std::string(kEnd);
  const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "ahead");
  ASSERT_TRUE(assembled) << assembled.error().front().message;
  compare(*eu::prepare(assembled->kernels[0].program), 12, 4, true);
}

}  // namespace
}  // namespace eugene::jit::read_ahead_test
