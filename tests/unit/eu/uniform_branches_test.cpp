// mark_uniform_branches() finds the branches that all running channels take together.
#include "eu/analysis/uniform_branches.h"

#include <gtest/gtest.h>

#include "bench.h"

namespace eugene::eu {
namespace {

using namespace test;
using isa::CondMod;

// A comparison of r5.0 with a constant, or with an operand.
Instruction compare(std::uint8_t size, std::uint8_t first_channel = 0, isa::Operand other = imm(Type::d, 7)) {
  Instruction made = conditional(op(Opcode::cmp, size, null(Type::d), scalar(5, Type::d), other), CondMod::l);
  made.channel_offset = first_channel;
  return no_mask(made);
}
Instruction loop(std::uint8_t size, int length) { return predicated(branch(Opcode::while_, size, -length)); }
Instruction count_up() { return no_mask(op(Opcode::add, 1, dst(5, Type::d), scalar(5, Type::d), imm(Type::d, 1))); }

// Whether the last instruction before the end of the thread may part channels.
bool may_part(std::vector<Instruction> instructions) {
  const std::size_t last = instructions.size() - 1;
  instructions.push_back(end_of_thread());
  return prepare(program(std::move(instructions)))->prepared().ops[last].flow.may_part;
}

TEST(UniformBranches, AreDecidedByScalars) {
  EXPECT_FALSE(may_part({count_up(), compare(16), loop(16, 2)}));
  EXPECT_FALSE(may_part({count_up(), compare(16, 0, scalar(6, Type::d)), loop(16, 2)}));
  EXPECT_TRUE(may_part({count_up(), compare(16, 0, src(6, Type::d)), loop(16, 2)}));
  EXPECT_TRUE(may_part({count_up(), loop(16, 1)}));
  EXPECT_TRUE(may_part({count_up(), compare(8), loop(16, 2)}));
  EXPECT_TRUE(may_part({compare(16), predicated(branch(Opcode::break_, 16, 1, 2))}));
  EXPECT_FALSE(may_part({compare(16), predicated(branch(Opcode::if_, 16, 1, 1))}));
}

TEST(UniformBranches, MayHaveAComparisonForEachHalf) {
  EXPECT_FALSE(may_part({count_up(), compare(16), compare(16, 16), loop(32, 3)}));
  EXPECT_TRUE(may_part({count_up(), compare(16), compare(16, 16, imm(Type::d, 8)), loop(32, 3)}));
  EXPECT_TRUE(may_part({compare(16), count_up(), compare(16, 16), loop(32, 3)}));
  EXPECT_FALSE(may_part({compare(16), compare(16, 16), count_up(), loop(32, 3)}));
}

TEST(UniformBranches, KeepTheFlagsOfTheComparison) {
  const Instruction move = no_mask(op(Opcode::mov, 1, arf_dst(isa::Arf::f, 0, Type::uw), imm(Type::uw, 1)));
  EXPECT_TRUE(may_part({compare(16), move, loop(16, 2)}));
  const Instruction condition =
      conditional(op(Opcode::add, 16, dst(8, Type::d), src(8, Type::d), imm(Type::d, 1)), CondMod::z);
  EXPECT_TRUE(may_part({compare(16), condition, loop(16, 2)}));
  EXPECT_TRUE(may_part({predicated(compare(16)), loop(16, 1)}));
  // A selection compares, but sets no flag. Intel's compiler for Gen12 guards branches with one.
  const Instruction selection =
      conditional(op(Opcode::sel, 16, dst(8, Type::d), src(8, Type::d), src(9, Type::d)), CondMod::l);
  EXPECT_FALSE(may_part({compare(16), selection, loop(16, 2)}));
  // Channels may come from another place to the instruction after the comparison.
  EXPECT_TRUE(may_part({compare(16), count_up(), loop(16, 1)}));
}

// If only some of the thread's channels execute the branch, the others do not take it.
TEST(UniformBranches, AreOfAllChannelsOfTheThread) {
  const Instruction other = op(Opcode::mov, 32, dst(8, Type::d), src(12, Type::d));
  EXPECT_TRUE(may_part({other, compare(16), loop(16, 2)}));
  EXPECT_FALSE(may_part({other, compare(32), loop(32, 2)}));
}

TEST(UniformBranches, NeedNoPredicate) {
  EXPECT_FALSE(may_part({count_up(), branch(Opcode::while_, 16, -1)}));
  EXPECT_FALSE(may_part({branch(Opcode::else_, 16, 1, 1)}));
  EXPECT_FALSE(may_part({branch(Opcode::endif, 16, 1)}));
  EXPECT_TRUE(may_part({predicated(branch(Opcode::endif, 16, 1)), predicated(branch(Opcode::while_, 16, -1))}));
}

}  // namespace
}  // namespace eugene::eu
