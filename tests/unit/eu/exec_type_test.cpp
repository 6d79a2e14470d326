// The lane types in which instructions are computed.
#include "eu/prepare/exec_type.h"

#include <gtest/gtest.h>

#include "eu/prepare/raw_bits.h"
#include "support/build.h"

namespace eugene::eu {
namespace {

using namespace test;

Exec exec_of(const Instruction& instruction, const isa::Gen& gen = isa::kGen9) {
  return choose_exec(gen, instruction, std::span(instruction.src).first(instruction.row().lane_sources()));
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

// mach of Gen12 without AccWrEn gives the low dword.
TEST(ExecType, OfMachIsTheDwordThatItGives) {
  Instruction mach = op(Opcode::mach, 8, dst(3, Type::d), src(2, Type::d), src(4, Type::d));
  EXPECT_EQ(exec_of(mach, isa::kGen12), Exec::i32);
  mach.acc_wr_en = true;
  EXPECT_EQ(exec_of(mach, isa::kGen12), Exec::i64);
}

// Operations on bits take floats as integers of the same size; other instructions keep their types.
TEST(RawBits, OfFloatsAreIntegers) {
  const auto first = [](Opcode opcode, Type type) {
    return with_raw_bits(op(opcode, 8, dst(3, Type::d), src(2, type), src(4, type), src(6, type))).src[0].type;
  };
  for (const Opcode each : {Opcode::bfrev, Opcode::cbit, Opcode::fbh, Opcode::fbl, Opcode::lzd, Opcode::bfe,
                            Opcode::bfi1, Opcode::bfi2, Opcode::not_, Opcode::and_, Opcode::shl, Opcode::shr}) {
    EXPECT_EQ(first(each, Type::f), Type::ud) << isa::info(each).mnemonic;
    EXPECT_EQ(first(each, Type::hf), Type::uw) << isa::info(each).mnemonic;
    EXPECT_EQ(first(each, Type::d), Type::d) << isa::info(each).mnemonic;
  }
  EXPECT_EQ(first(Opcode::asr, Type::f), Type::d);
  EXPECT_EQ(first(Opcode::asr, Type::df), Type::q);
  for (const Opcode each : {Opcode::mov, Opcode::add, Opcode::mul, Opcode::cmp, Opcode::sel, Opcode::math})
    EXPECT_EQ(first(each, Type::f), Type::f) << isa::info(each).mnemonic;
}

}  // namespace
}  // namespace eugene::eu
