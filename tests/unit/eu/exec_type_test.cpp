// In what lanes instructions are computed.
#include "eu/prepare/exec_type.h"

#include <gtest/gtest.h>

#include "support/build.h"

namespace eugene::eu {
namespace {

using namespace test;

Exec exec_of(const Instruction& instruction) {
  return choose_exec(instruction, std::span(instruction.src).first(instruction.row().lane_sources()));
}

TEST(ExecType, RawMoves) {
  Instruction mov = op(Opcode::mov, 8, dst(3, Type::f), src(2, Type::f));
  EXPECT_TRUE(moves_raw_bits(mov));
  EXPECT_EQ(exec_of(mov), Exec::u32);
  mov.src[0].negate = true;
  EXPECT_FALSE(moves_raw_bits(mov));
  mov.src[0].negate = false;
  mov.saturate = true;
  EXPECT_FALSE(moves_raw_bits(mov));
  mov.saturate = false;
  mov.src[0].type = Type::d;
  EXPECT_FALSE(moves_raw_bits(mov));
}

// A mov computes in its source's type, whatever it converts to; smov does the same.
TEST(ExecType, OfMovesIsTheSources) {
  EXPECT_EQ(exec_of(op(Opcode::mov, 8, dst(3, Type::f), src(2, Type::hf))), Exec::hf);
  EXPECT_EQ(exec_of(op(Opcode::smov, 8, dst(3, Type::f), src(2, Type::hf), imm(Type::ud, 0xFF))), Exec::hf);
  EXPECT_EQ(exec_of(op(Opcode::add, 8, dst(3, Type::f), src(2, Type::hf), src(4, Type::hf))), Exec::f);
}

// The column IntegerLanes of isa/opcodes.def.
TEST(ExecType, OfIntegersIsTheRows) {
  const auto dwords = [](Opcode opcode, Type type) {
    return exec_of(op(opcode, 8, dst(3, type), src(2, type), src(4, type), src(6, type)));
  };
  EXPECT_EQ(dwords(Opcode::add, Type::ud), Exec::i32);
  EXPECT_EQ(dwords(Opcode::avg, Type::ud), Exec::u32);
  EXPECT_EQ(dwords(Opcode::asr, Type::ud), Exec::u32);
  EXPECT_EQ(dwords(Opcode::asr, Type::d), Exec::i32);
  EXPECT_EQ(dwords(Opcode::bfe, Type::d), Exec::i32);
  EXPECT_EQ(dwords(Opcode::bfe, Type::ud), Exec::u32);
  EXPECT_EQ(dwords(Opcode::bfi1, Type::d), Exec::u32);
  EXPECT_EQ(dwords(Opcode::mach, Type::d), Exec::i64);
}

}  // namespace
}  // namespace eugene::eu
