// OWord, HWord, dual and scratch blocks.
#include "port_fixture.h"

namespace eugene::functions::block_test {
namespace {

using isa::Access;
using isa::Sfid;

constexpr std::uint8_t byte(unsigned value) { return static_cast<std::uint8_t>(value); }

// Blocks take their addresses from a header.
isa::Message owords(Access access, unsigned count, unsigned bti) {
  return {.sfid = Sfid::dp_data0,
          .header = true,
          .body = isa::OwordBlock{.access = access, .bti = byte(bti), .owords = byte(count)}};
}
isa::Message a64_owords(Access access, unsigned count) {
  return {.sfid = Sfid::dp_data1,
          .header = true,
          .body = isa::OwordBlock{.access = access, .a64 = true, .owords = byte(count)}};
}
isa::Message high_half(isa::Message message) {
  std::get<isa::OwordBlock>(message.body).high_half = true;
  return message;
}
isa::Message unaligned(isa::Message message) {
  std::get<isa::OwordBlock>(message.body).unaligned = true;
  return message;
}
isa::Message hwords(Access access, unsigned count) {
  return {.sfid = Sfid::dp_data1, .header = true, .body = isa::A64HwordBlock{.access = access, .hwords = byte(count)}};
}
isa::Message dual(Access access, unsigned count) {
  return {.sfid = Sfid::dp_data0,
          .header = true,
          .body = isa::OwordDualBlock{.access = access, .bti = isa::kBtiStateless, .owords = byte(count)}};
}
isa::Message scratch(Access access, unsigned count, unsigned offset, bool dword_channels = false) {
  return {.sfid = Sfid::dp_data0,
          .header = true,
          .body = isa::ScratchBlock{.access = access,
                                    .dword_channels = dword_channels,
                                    .hwords = byte(count),
                                    .offset = static_cast<std::uint16_t>(offset)}};
}

struct Block : PortTest {
  static Registers header(std::uint32_t index, std::uint32_t value) {
    std::vector<std::uint32_t> dwords(8);
    dwords[index] = value;
    return registers(dwords);
  }
  static Registers address(std::uint64_t at) { return registers(std::vector<std::uint64_t>{at, 0, 0, 0}); }
};

TEST_F(Block, OwordReadOfEverySize) {
  for (const unsigned count : {2U, 4U, 8U}) {
    done(owords(Access::read, count, kStateless), header(2, 3), count / 2, 0xFFFF, 16);
    for (unsigned i = 0; i < count * 4; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0030 + 4 * i);
  }
}

TEST_F(Block, OneOwordIsInTheHalfItsCodeNames) {
  done(owords(Access::read, 1, kStateless), header(2, 1), 1, 0xF, 4);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0010U);
  EXPECT_EQ(returned<std::uint32_t>(4), kUntouched);
  done(high_half(owords(Access::read, 1, kStateless)), header(2, 1), 1, 0xF, 4);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0010U);
  const Registers data = registers(iota(8, 1, 1));
  done(high_half(owords(Access::write, 1, kStateless)), join({header(2, 0), data}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(0), 5U);
  EXPECT_EQ(get<std::uint32_t>(12), 8U);
  EXPECT_EQ(get<std::uint32_t>(16), 0x1000'0010U);
}

TEST_F(Block, UnalignedReadCountsBytes) {
  done(unaligned(owords(Access::read, 2, kStateless)), header(2, 0xFF4), 1, 0xFF, 8);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0FF4 + 4 * i);
}

TEST_F(Block, WriteOfEightOwords) {
  done(owords(Access::write, 8, kStateless), header(2, 0xFC), 0, 0xFFFF, 16, registers(iota(32, 100, 1)));
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(get<std::uint32_t>(0xFC0 + 4 * i), 100 + i);
}

// SNB PRM vol4 part1, OWord Block: the low 8 channels enable the dwords of the first and third register, the high 8
// those of the second and fourth; reads bring whole OWords.
TEST_F(Block, ChannelsEnableDwordsOfWritesAndOwordsOfReads) {
  done(owords(Access::write, 4, kStateless), join({header(2, 0), registers(iota(16, 1, 1))}), 0, 0x8001, 16);
  EXPECT_EQ(get<std::uint32_t>(0), 1U);
  EXPECT_EQ(get<std::uint32_t>(4), 0x1000'0004U);
  EXPECT_EQ(get<std::uint32_t>(56), 0x1000'0038U);
  EXPECT_EQ(get<std::uint32_t>(60), 16U);
  done(owords(Access::read, 4, kStateless), header(2, 4), 2, 0x0010, 16);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'0050U);
  EXPECT_EQ(returned<std::uint32_t>(7), 0x1000'005CU);
  EXPECT_EQ(returned<std::uint32_t>(12), kUntouched);
}

TEST_F(Block, SlmAndBuffers) {
  done(owords(Access::read, 2, kSlm), header(2, 2), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x5000'0020U);
  set_raw_buffer(1, kBuffer, 24);
  done(owords(Access::read, 2, 1), header(2, 0), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(5), 0x1000'0014U);
  EXPECT_EQ(returned<std::uint32_t>(6), 0U);
  done(owords(Access::write, 2, 1), join({header(2, 0), registers(iota(8, 1, 1))}), 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(20), 6U);
  EXPECT_EQ(get<std::uint32_t>(24), 0x1000'0018U);
}

TEST_F(Block, NeedsAHeader) {
  isa::Message message = owords(Access::read, 2, kStateless);
  message.header = false;
  EXPECT_EQ(send(message, header(2, 2), 1, 0xFF, 8), eu::SendStatus::fault);
}

TEST_F(Block, A64Owords) {
  done(a64_owords(Access::read, 8), address(kBuffer + 0x40), 4, 0xFFFF, 16);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0040 + 4 * i);
  done(unaligned(a64_owords(Access::read, 2)), address(kBuffer + 0xFFC), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'1000U);
  done(a64_owords(Access::write, 4), address(kBuffer + 0x80), 0, 0xFFFF, 16, registers(iota(16, 1, 1)));
  EXPECT_EQ(get<std::uint32_t>(0x80 + 60), 16U);
  EXPECT_EQ(send(a64_owords(Access::read, 2), address(kUnmapped), 1, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_EQ(fault.address, kUnmapped);
}

TEST_F(Block, A64Hwords) {
  for (const unsigned count : {1U, 2U, 4U, 8U}) {
    done(hwords(Access::read, count), address(kBuffer + 0x40), count, 0xFFFF, 16);
    for (unsigned i = 0; i < 8 * count; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0040U + 4 * i);
  }
  done(hwords(Access::write, 1), address(kBuffer), 0, 0xFF, 8, registers(iota(8, 1, 1)));
  EXPECT_EQ(get<std::uint32_t>(28), 8U);
  EXPECT_EQ(get<std::uint32_t>(32), 0x1000'0020U);
  constexpr std::uint32_t kNoSize = 0x5'0000 | 3U << 11;  // code 0
  EXPECT_EQ(send(kDc1, kHeader | kNoSize, address(kBuffer), 1, 0xFF, 8), eu::SendStatus::fault);
}

TEST_F(Block, DualBlocks) {
  std::vector<std::uint32_t> offsets(8);
  offsets[0] = 1;
  offsets[4] = 8;
  const Registers message = join({header(2, 2), registers(offsets)});  // global offset 2 OWords
  done(dual(Access::read, 1), message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0030U);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x1000'00A0U);
  done(dual(Access::read, 4), message, 4, 0x0F, 8);  // four OWords, the first block only
  EXPECT_EQ(returned<std::uint32_t>(8), 0x1000'0040U);
  EXPECT_EQ(returned<std::uint32_t>(12), kUntouched);
  done(dual(Access::write, 1), join({message, registers(iota(8, 1, 1))}), 0, 0x1F, 8);
  EXPECT_EQ(get<std::uint32_t>(0x3C), 4U);
  EXPECT_EQ(get<std::uint32_t>(0xA0), 5U);
  EXPECT_EQ(get<std::uint32_t>(0xA4), 0x1000'00A4U);
}

TEST_F(Block, ScratchOfEverySize) {
  const Registers m0 = header(5, 0x400 | 0x12);  // base in 31:10; 8:0 is the FFTID
  for (const unsigned count : {1U, 2U, 4U, 8U}) {
    const Registers data = registers(iota(8 * count, 1000 * count, 1));
    done(scratch(Access::write, count, 5), join({m0, data}), 0, 0xFFFF, 16);
    EXPECT_EQ(get<std::uint32_t>(0x400 + 5 * 32), 1000 * count);
    EXPECT_EQ(get<std::uint32_t>(0x400 + 5 * 32 + 32 * count - 4), 1000 * count + 8 * count - 1);
    done(scratch(Access::read, count, 5), m0, count, 0xFFFF, 16);
    EXPECT_EQ(response, data);
  }
}

TEST_F(Block, ScratchChannelModes) {
  const Registers message = join({header(5, 0), registers(iota(16, 1, 1))});
  done(scratch(Access::write, 2, 0, true), message, 0, 0x0101, 16);  // dword mode
  EXPECT_EQ(get<std::uint32_t>(0), 1U);
  EXPECT_EQ(get<std::uint32_t>(4), 0x1000'0004U);
  EXPECT_EQ(get<std::uint32_t>(32), 9U);
  EXPECT_EQ(get<std::uint32_t>(36), 0x1000'0024U);
  done(scratch(Access::write, 2, 0), message, 0, 0x0001, 16);  // OWord mode
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
                       .descriptor = *isa::encode_message(isa::kGen9, owords(Access::read, 2, kStateless)),
                       .payload = message,
                       .response = message,
                       .channels = 0xFF}),
            eu::SendStatus::done);
  EXPECT_EQ(message, registers(iota(8, 0x1000'0030, 4)));
}

}  // namespace
}  // namespace eugene::functions::block_test
