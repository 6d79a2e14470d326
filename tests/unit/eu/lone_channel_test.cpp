// The path of a thread to the place where its only channel runs again.
#include "eu/analysis/lone_channel.h"

#include <gtest/gtest.h>

#include "bench.h"
#include "eu/prepared_op.h"

namespace eugene::eu {
namespace {

using namespace test;

Instruction add() { return op(Opcode::add, 8, dst(2, Type::d), src(2, Type::d), imm(Type::d, 1)); }

// Follows the path from instruction `index`.
std::optional<Detour> follow(std::vector<Instruction> instructions, std::uint32_t index) {
  const Kernel kernel = *prepare(program(std::move(instructions)));
  const std::optional<Detour> found = follow_alone(kernel.prepared().ops, kernel.prepared().ops[index]);
  EXPECT_EQ(kernel.prepared().channel_use.runs_alone, found.has_value());
  return found;
}

void expect_way(const std::optional<Detour>& found, std::uint32_t instructions, std::uint32_t jumps) {
  ASSERT_TRUE(found);
  EXPECT_EQ(found->instructions, instructions);
  EXPECT_EQ(found->jumps, jumps);
}

TEST(LoneChannel, GoesFromAnIfToItsElse) {
  expect_way(follow({predicated(branch(Opcode::if_, 8, 3, 4)), add(), branch(Opcode::else_, 8, 2, 2), add(),
                     branch(Opcode::endif, 8, 1), end_of_thread()},
                    0),
             0, 0);
}

// The ends of two blocks, and the loop's.
TEST(LoneChannel, PassesTheEndsOfBlocksAfterABreak) {
  std::vector<Instruction> loop{add(),          predicated(branch(Opcode::break_, 8, 2, 6)),
                                add(),          branch(Opcode::endif, 8, 2),
                                add(),          branch(Opcode::endif, 8, 1),
                                add(),          predicated(branch(Opcode::while_, 8, -7)),
                                end_of_thread()};
  loop[1].uip = 7 * 16;  // after the loop
  loop[5].jip = 2 * 16;
  expect_way(follow(loop, 1), 3, 0);
  loop[5] = no_mask(branch(Opcode::jmpi, 1, 0));
  loop[5].exec_size = 1;
  loop[5].jip = 16;  // from the next instruction
  expect_way(follow(loop, 1), 3, 1);
}

TEST(LoneChannel, IsLostWhereTheThreadDoesMoreWithoutIt) {
  std::vector<Instruction> program{predicated(branch(Opcode::break_, 8, 1, 3)), add(), branch(Opcode::endif, 8, 1),
                                   add(), end_of_thread()};
  EXPECT_FALSE(follow(program, 0));
  program[1] = branch(Opcode::join, 8, 1);
  expect_way(follow(program, 0), 2, 0);
  program[1] = branch(Opcode::join, 8, -1);  // back to the break
  EXPECT_FALSE(follow(program, 0));
}

}  // namespace
}  // namespace eugene::eu
