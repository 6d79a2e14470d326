// Reads of the program, and reads that the compiler needs to write a part of a vector.
#include "check/memory/read_use.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/build.h"

namespace eugene::check {
namespace {

using namespace test;

constexpr unsigned kAddress = 10, kVector = 20, kNew = 30;

// Four dwords of each channel of surface `bti`, at r`kVector`.
Instruction read(unsigned bti) {
  return message(8, dst(kVector, Type::ud), src(kAddress, Type::ud),
                 {.sfid = isa::Sfid::dp_data1,
                  .length = 1,
                  .response_length = 4,
                  .body = isa::UntypedSurface{
                      .access = isa::Access::read, .bti = static_cast<std::uint8_t>(bti), .simd = 8, .channels = 15}});
}

// The address and four dwords from `from` on.
Instruction write(unsigned bti, unsigned from) {
  return message(8, null(), src(from, Type::ud),
                 {.sfid = isa::Sfid::dp_data1,
                  .length = 5,
                  .body = isa::UntypedSurface{
                      .access = isa::Access::write, .bti = static_cast<std::uint8_t>(bti), .simd = 8, .channels = 15}});
}

Instruction copy(unsigned to, unsigned from) { return op(Opcode::mov, 8, dst(to, Type::d), src(from, Type::d)); }

bool is_used(std::vector<Instruction> instructions) {
  instructions.push_back(end_of_thread());
  return uses_what_it_reads(*eu::prepare(test::program(std::move(instructions))), 0);
}

// The first component is replaced by r50.
std::vector<Instruction> written_in_part(unsigned bti) {
  return {read(3),
          copy(kNew, kAddress),
          copy(kNew + 1, 50),
          copy(kNew + 2, kVector + 1),
          copy(kNew + 3, kVector + 2),
          copy(kNew + 4, kVector + 3),
          write(bti, kNew)};
}

TEST(ReadUse, IsNoneWhereAVectorIsWrittenInPart) {
  EXPECT_FALSE(is_used(written_in_part(3)));
  EXPECT_TRUE(is_used(written_in_part(4)));    // copied to another buffer
  EXPECT_TRUE(is_used(written_in_part(254)));  // copied to local memory
}

TEST(ReadUse, IsNoneWhereTheBytesOfADwordAreMasked) {
  std::vector<Instruction> packed = written_in_part(3);
  packed[2] = op(Opcode::and_, 8, dst(kVector, Type::ud), src(kVector, Type::ud), imm(Type::ud, 0xFFFFFF00));
  packed.insert(packed.begin() + 3,
                op(Opcode::or_, 8, dst(kNew + 1, Type::ud), src(kVector, Type::ud), src(50, Type::ud)));
  EXPECT_FALSE(is_used(packed));
}

TEST(ReadUse, IsWhatComputesWithTheValue) {
  std::vector<Instruction> added = written_in_part(3);
  added[2] = op(Opcode::add, 8, dst(kNew + 1, Type::d), src(kVector, Type::d), imm(Type::d, 1));
  EXPECT_TRUE(is_used(added));
  added[2] = conditional(op(Opcode::cmp, 8, null(Type::d), src(kVector, Type::d), imm(Type::d, 1)), isa::CondMod::z);
  EXPECT_TRUE(is_used(added));
  added[2] = op(Opcode::mov, 8, dst(kNew + 1, Type::f), src(kVector, Type::d));  // converts
  EXPECT_TRUE(is_used(added));
}

TEST(ReadUse, IsAnAddress) {
  EXPECT_TRUE(is_used(
      {read(3), op(Opcode::shl, 8, dst(kAddress, Type::ud), src(kVector, Type::ud), imm(Type::ud, 2)), read(5)}));
}

// r20 is another value then.
TEST(ReadUse, EndsWhereTheRegisterIsWritten) {
  std::vector<Instruction> again = written_in_part(3);
  again.push_back(copy(kVector, 60));
  again.push_back(op(Opcode::add, 8, dst(70, Type::d), src(kVector, Type::d), imm(Type::d, 1)));
  EXPECT_FALSE(is_used(again));
}

TEST(ReadUse, IsNotLookedForBehindAnElse) {
  const Instruction add = op(Opcode::add, 8, dst(70, Type::d), src(kVector, Type::d), imm(Type::d, 1));
  EXPECT_TRUE(is_used({read(3), predicated(branch(Opcode::if_, 8, 2, 2)), add, branch(Opcode::endif, 8, 1)}));
  EXPECT_FALSE(is_used({read(3), branch(Opcode::else_, 8, 2, 2), add, branch(Opcode::endif, 8, 1)}));
}

// Whether the last of a channel's four dwords is used. It is in the fourth register.
bool uses_last_of_channel(std::vector<Instruction> instructions, unsigned channel,
                          Discard discard = Discard::any_write) {
  instructions.push_back(end_of_thread());
  return uses_answer(*eu::prepare(test::program(std::move(instructions))), 0, 3 * 32 + channel * 4, 4, discard);
}

TEST(AnswerUse, IsWhatAnyInstructionReads) {
  EXPECT_FALSE(uses_last_of_channel({read(3), copy(kNew, kVector), copy(kNew + 1, kVector + 2)}, 7));
  EXPECT_TRUE(uses_last_of_channel({read(3), copy(kNew, kVector), copy(kNew + 1, kVector + 3)}, 7));
  EXPECT_FALSE(uses_last_of_channel({read(3), copy(kVector + 3, kNew), copy(kNew + 1, kVector + 3)}, 7));
  const Instruction half = op(Opcode::mov, 4, dst(kNew, Type::d), src(kVector + 3, Type::d));
  EXPECT_TRUE(uses_last_of_channel({read(3), half}, 3));
  EXPECT_FALSE(uses_last_of_channel({read(3), half}, 4));
}

// select() keeps what has been read in some channels only.
TEST(AnswerUse, MayBeInChannelsThatAPredicateLeaves) {
  const std::vector<Instruction> select{read(3), predicated(copy(kVector + 3, kNew)), copy(kNew + 1, kVector + 3)};
  EXPECT_FALSE(uses_last_of_channel(select, 7));
  EXPECT_TRUE(uses_last_of_channel(select, 7, Discard::all_lanes));
  EXPECT_FALSE(
      uses_last_of_channel({read(3), copy(kVector + 3, kNew), copy(kNew + 1, kVector + 3)}, 7, Discard::all_lanes));
}

TEST(AnswerUse, MayBeInALoop) {
  EXPECT_FALSE(
      uses_last_of_channel({read(3), predicated(branch(Opcode::if_, 8, 1, 1)), branch(Opcode::endif, 8, 1)}, 0));
  EXPECT_TRUE(uses_last_of_channel({read(3), predicated(branch(Opcode::while_, 8, -1))}, 0));
}

}  // namespace
}  // namespace eugene::check
