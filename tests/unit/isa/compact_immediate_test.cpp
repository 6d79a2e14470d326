// A compacted instruction with an immediate source 0, as Intel's compiler emits it: the tables set bits of a register
// source too, which mean nothing here.
#include <gtest/gtest.h>

#include <array>

#include "isa/encoding/decode.h"

namespace eugene::isa {
namespace {

TEST(CompactImmediate, BitsOfTheAbsentRegisterAreIgnored) {
  constexpr std::array<unsigned char, 8> kCode{0x01, 0x60, 0x40, 0x20, 0x00, 0x05, 0x00, 0x00};  // mov (1) r5.1:ud 0:ud
  const Result<Instruction> instruction = decode(kGen9, std::as_bytes(std::span(kCode)));
  ASSERT_TRUE(instruction) << instruction.error().message;
  EXPECT_EQ(instruction->opcode, Opcode::mov);
  EXPECT_EQ(instruction->dst.nr, 5);
  EXPECT_EQ(instruction->dst.subnr, 4);
  EXPECT_TRUE(instruction->src[0].is_imm());
  EXPECT_EQ(instruction->src[0].imm, 0U);
}

}  // namespace
}  // namespace eugene::isa
