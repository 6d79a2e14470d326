// Effect of branches on channels: SNB PRM vol4 part2 8.3, BDW PRM vol7.
#include "sem/flow.h"

#include <gtest/gtest.h>

namespace eugene::sem {
namespace {

using isa::Opcode;

FlowRule rule(Opcode opcode, bool branch_control = false, const isa::Gen& gen = isa::kGen9) {
  isa::Instruction instruction{.opcode = opcode};
  instruction.branch_control = branch_control;
  return flow_rule(gen, instruction);
}

TEST(Flow, IfSkipsToJipWithThoseWhosePredicateIsFalse) {
  EXPECT_EQ(rule(Opcode::if_).kind, Flow::leave);
  EXPECT_EQ(rule(Opcode::if_).leavers, Leavers::others);
  EXPECT_FALSE(rule(Opcode::if_).to_uip);
}

TEST(Flow, BreakLeavesToUipWithThoseWhosePredicateIsTrue) {
  for (const Opcode opcode : {Opcode::break_, Opcode::cont, Opcode::halt}) {
    EXPECT_EQ(rule(opcode).kind, Flow::leave);
    EXPECT_EQ(rule(opcode).leavers, Leavers::taken);
    EXPECT_TRUE(rule(opcode).to_uip);
  }
}

TEST(Flow, BranchControlTurnsGotoRound) {
  EXPECT_EQ(rule(Opcode::goto_).kind, Flow::leave);
  EXPECT_EQ(rule(Opcode::goto_).leavers, Leavers::others);
  EXPECT_EQ(rule(Opcode::goto_, false, isa::kGen12).leavers, Leavers::taken);
  EXPECT_EQ(rule(Opcode::goto_, true).kind, Flow::loop);
  EXPECT_TRUE(rule(Opcode::goto_, true).to_uip);
  EXPECT_FALSE(rule(Opcode::else_).to_uip);
  EXPECT_TRUE(rule(Opcode::else_, true).to_uip);
}

}  // namespace
}  // namespace eugene::sem
