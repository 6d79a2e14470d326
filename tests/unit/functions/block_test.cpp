// OWord, HWord, dual and scratch blocks.
#include "port_fixture.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kOwordRead = 0x0'0000;
constexpr std::uint32_t kUnalignedRead = 0x0'4000;
constexpr std::uint32_t kOwordWrite = 0x2'0000;
constexpr std::uint32_t kScratchRead = 0x4'0000;
constexpr std::uint32_t kScratchWrite = 0x6'0000;

struct Block : PortTest {
  static Registers header(std::uint32_t index, std::uint32_t value) {
    std::vector<std::uint32_t> dwords(8);
    dwords[index] = value;
    return registers(dwords);
  }
  static Registers address(std::uint64_t at) { return registers(std::vector<std::uint64_t>{at, 0, 0, 0}); }
};

TEST_F(Block, OwordReadOfEverySize) {
  for (const auto& [code, owords] : {std::pair{2U, 2U}, {3U, 4U}, {4U, 8U}}) {
    done(kDc0, kHeader | kOwordRead | code << 8 | kStateless, header(2, 3), owords / 2, 0xFFFF, 16);
    for (unsigned i = 0; i < owords * 4; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0030 + 4 * i);
  }
}

TEST_F(Block, OneOwordIsInTheHalfItsCodeNames) {
  done(kDc0, kHeader | kOwordRead | kStateless, header(2, 1), 1, 0xF, 4);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0010U);
  EXPECT_EQ(returned<std::uint32_t>(4), kUntouched);
  done(kDc0, kHeader | kOwordRead | 1U << 8 | kStateless, header(2, 1), 1, 0xF, 4);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0010U);
  const Registers data = registers(iota(8, 1, 1));
  done(kDc0, kHeader | kOwordWrite | 1U << 8 | kStateless, join({header(2, 0), data}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(0), 5U);
  EXPECT_EQ(get<std::uint32_t>(12), 8U);
  EXPECT_EQ(get<std::uint32_t>(16), 0x1000'0010U);
}

TEST_F(Block, UnalignedReadCountsBytes) {
  done(kDc0, kHeader | kUnalignedRead | 2U << 8 | kStateless, header(2, 0xFF4), 1, 0xFF, 8);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0FF4 + 4 * i);
}

TEST_F(Block, WriteOfEightOwords) {
  done(kDc0, kHeader | kOwordWrite | 4U << 8 | kStateless, header(2, 0xFC), 0, 0xFFFF, 16, registers(iota(32, 100, 1)));
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(get<std::uint32_t>(0xFC0 + 4 * i), 100 + i);
}

// SNB PRM vol4 part1, OWord Block: the low 8 channels enable the dwords of the first and third register, the high 8
// those of the second and fourth; reads bring whole OWords.
TEST_F(Block, ChannelsEnableDwordsOfWritesAndOwordsOfReads) {
  done(kDc0, kHeader | kOwordWrite | 3U << 8 | kStateless, join({header(2, 0), registers(iota(16, 1, 1))}), 0, 0x8001,
       16);
  EXPECT_EQ(get<std::uint32_t>(0), 1U);
  EXPECT_EQ(get<std::uint32_t>(4), 0x1000'0004U);
  EXPECT_EQ(get<std::uint32_t>(56), 0x1000'0038U);
  EXPECT_EQ(get<std::uint32_t>(60), 16U);
  done(kDc0, kHeader | kOwordRead | 3U << 8 | kStateless, header(2, 4), 2, 0x0010, 16);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0050U);
  EXPECT_EQ(returned<std::uint32_t>(7), 0x1000'005CU);
  EXPECT_EQ(returned<std::uint32_t>(12), kUntouched);
}

TEST_F(Block, SlmAndBuffers) {
  done(kDc0, kHeader | kOwordRead | 2U << 8 | kSlm, header(2, 2), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x5000'0020U);
  set_raw_buffer(1, kBuffer, 24);
  done(kDc0, kHeader | kOwordRead | 2U << 8 | 1, header(2, 0), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(5), 0x1000'0014U);
  EXPECT_EQ(returned<std::uint32_t>(6), 0U);
  done(kDc0, kHeader | kOwordWrite | 2U << 8 | 1, join({header(2, 0), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(20), 6U);
  EXPECT_EQ(get<std::uint32_t>(24), 0x1000'0018U);
}

TEST_F(Block, NeedsAHeader) {
  EXPECT_EQ(send(kDc0, kOwordRead | 2U << 8 | kStateless, header(2, 2), 1, 0xFF, 8), eu::SendStatus::fault);
}

TEST_F(Block, A64Owords) {
  constexpr std::uint32_t kRead = 0x5'0000;
  constexpr std::uint32_t kUnaligned = 1U << 11;
  constexpr std::uint32_t kWrite = 0x5'4000;
  done(kDc1, kHeader | kRead | 4U << 8, address(kBuffer + 0x40), 4, 0xFFFF, 16);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0040 + 4 * i);
  done(kDc1, kHeader | kRead | kUnaligned | 2U << 8, address(kBuffer + 0xFFC), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'1000U);
  done(kDc1, kHeader | kWrite | 3U << 8, address(kBuffer + 0x80), 0, 0xFFFF, 16, registers(iota(16, 1, 1)));
  EXPECT_EQ(get<std::uint32_t>(0x80 + 60), 16U);
  EXPECT_EQ(send(kDc1, kHeader | kRead | 2U << 8, address(kUnmapped), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.address, kUnmapped);
}

TEST_F(Block, A64Hwords) {
  constexpr std::uint32_t kHword = 3U << 11;
  for (const auto& [code, count] : {std::pair{1U, 1U}, {2U, 2U}, {3U, 4U}, {4U, 8U}}) {
    done(kDc1, kHeader | 0x5'0000 | kHword | code << 8, address(kBuffer + 0x40), count, 0xFFFF, 16);
    for (unsigned i = 0; i < 8 * count; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0040U + 4 * i);
  }
  done(kDc1, kHeader | 0x5'4000 | kHword | 1U << 8, address(kBuffer), 0, 0xFF, 8, registers(iota(8, 1, 1)));
  EXPECT_EQ(get<std::uint32_t>(28), 8U);
  EXPECT_EQ(get<std::uint32_t>(32), 0x1000'0020U);
  EXPECT_EQ(send(kDc1, kHeader | 0x5'0000 | kHword, address(kBuffer), 1, 0xFF, 8), eu::SendStatus::fault);
}

TEST_F(Block, DualBlocks) {
  std::vector<std::uint32_t> offsets(8);
  offsets[0] = 1;
  offsets[4] = 8;
  const Registers message = join({header(2, 2), registers(offsets)});  // global offset 2 OWords
  done(kDc0, kHeader | 0x0'8000 | kStateless, message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0030U);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'00A0U);
  done(kDc0, kHeader | 0x0'8000 | 2U << 8 | kStateless, message, 4, 0x0F, 8);  // four OWords, the first block only
  EXPECT_EQ(returned<std::uint32_t>(8), 0x1000'0040U);
  EXPECT_EQ(returned<std::uint32_t>(12), kUntouched);
  done(kDc0, kHeader | 0x2'8000 | kStateless, join({message, registers(iota(8, 1, 1))}), 0, 0x1F, 8);
  EXPECT_EQ(get<std::uint32_t>(0x3C), 4U);
  EXPECT_EQ(get<std::uint32_t>(0xA0), 5U);
  EXPECT_EQ(get<std::uint32_t>(0xA4), 0x1000'00A4U);
}

TEST_F(Block, ScratchOfEverySize) {
  const Registers m0 = header(5, 0x400 | 0x12);  // base in 31:10; 8:0 is the FFTID
  for (unsigned code = 0; code < 4; ++code) {
    const unsigned count = 1U << code;
    const Registers data = registers(iota(8 * count, 1000 * code, 1));
    done(kDc0, kHeader | kScratchWrite | code << 12 | 5, join({m0, data}), 0, 0xFFFF, 16);
    EXPECT_EQ(get<std::uint32_t>(0x400 + 5 * 32), 1000 * code);
    EXPECT_EQ(get<std::uint32_t>(0x400 + 5 * 32 + 32 * count - 4), 1000 * code + 8 * count - 1);
    done(kDc0, kHeader | kScratchRead | code << 12 | 5, m0, count, 0xFFFF, 16);
    EXPECT_EQ(response, data);
  }
}

TEST_F(Block, ScratchChannelModes) {
  const Registers message = join({header(5, 0), registers(iota(16, 1, 1))});
  done(kDc0, kHeader | kScratchWrite | 1U << 16 | 1U << 12, message, 0, 0x0101, 16);  // dword mode
  EXPECT_EQ(get<std::uint32_t>(0), 1U);
  EXPECT_EQ(get<std::uint32_t>(4), 0x1000'0004U);
  EXPECT_EQ(get<std::uint32_t>(32), 9U);
  EXPECT_EQ(get<std::uint32_t>(36), 0x1000'0024U);
  done(kDc0, kHeader | kScratchWrite | 1U << 12, message, 0, 0x0001, 16);  // OWord mode
  EXPECT_EQ(get<std::uint32_t>(12), 4U);
  EXPECT_EQ(get<std::uint32_t>(16), 0x1000'0010U);
  EXPECT_EQ(get<std::uint32_t>(36), 0x1000'0024U);
}

TEST_F(Block, ResponseMayOverlapThePayload) {
  Registers message = header(2, 3);
  isa::Instruction instruction;
  instruction.exec_size = 8;
  instruction.send.sfid = kDc0;
  EXPECT_EQ(port.send({.instruction = instruction,
                       .thread = thread,
                       .descriptor = kHeader | kOwordRead | 2U << 8 | kStateless,
                       .payload = message,
                       .response = message,
                       .channels = 0xFF}),
            eu::SendStatus::done);
  EXPECT_EQ(message, registers(iota(8, 0x1000'0030, 4)));
}

}  // namespace
}  // namespace eugene::functions
