// Flow control, channel by channel: SNB PRM vol4 part2 8.3 and the Gen8/9 instruction reference.
#include "bench.h"

namespace eugene::eu::test {
namespace {

using isa::CondMod;

Instruction add_imm(unsigned reg, int value, unsigned size = 8) {
  return op(Opcode::add, size, dst(reg, Type::d), src(reg, Type::d), imm(Type::d, static_cast<std::uint32_t>(value)));
}

// f0.0 bit i = r1[i] < 4, for r1 = 0 .. 7
Instruction below_four() {
  return conditional(op(Opcode::cmp, 8, null(Type::d), src(1, Type::d), imm(Type::d, 4)), CondMod::l);
}

struct Flow : ::testing::Test {
  Bench bench{0xFF};
  Flow() { bench.set<std::int32_t>(1, {0, 1, 2, 3, 4, 5, 6, 7}); }
};

TEST_F(Flow, IfElseEndifSplitsAndRestoresChannels) {
  bench.run({below_four(), predicated(branch(Opcode::if_, 8, 3, 4)),  // false: after the else
             add_imm(2, 10),                                          //
             branch(Opcode::else_, 8, 2, 2),                          //
             add_imm(2, 20),                                          //
             branch(Opcode::endif, 8, 1),                             //
             add_imm(2, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{11, 11, 11, 11, 21, 21, 21, 21}));
  EXPECT_EQ(bench.thread.running, 0xFFU);
}

TEST_F(Flow, IfWithoutAnyChannelJumpsAndNoMaskInstructionsInsideDoNotRun) {
  bench.run({conditional(op(Opcode::cmp, 8, null(Type::d), src(1, Type::d), imm(Type::d, 100)), CondMod::g),
             predicated(branch(Opcode::if_, 8, 2, 2)),  //
             no_mask(add_imm(3, 1)),                    //
             branch(Opcode::endif, 8, 1)});
  EXPECT_EQ(bench.get<std::int32_t>(3), 0);
}

TEST_F(Flow, WhileLoopsEachChannelByItsOwnCondition) {
  // do { r2 += 1 } while (r2 < r1)
  bench.run({add_imm(2, 1),  //
             conditional(op(Opcode::cmp, 8, null(Type::d), src(2, Type::d), src(1, Type::d)), CondMod::l),
             predicated(branch(Opcode::while_, 8, -2)), add_imm(3, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{1, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), std::vector<std::int32_t>(8, 1));
}

// Gen9: UIP of break is the while itself, and a broken channel must not run it again.
TEST_F(Flow, BreakLeavesTheLoopForGood) {
  // do { r2 += 1; if (r2 > r1) break; r3 += 1 } while (true)
  bench.run({add_imm(2, 1),  //
             conditional(op(Opcode::cmp, 8, null(Type::d), src(2, Type::d), src(1, Type::d)), CondMod::g),
             predicated(branch(Opcode::break_, 8, 2, 2)), add_imm(3, 1), branch(Opcode::while_, 8, -4)});
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(bench.thread.running, 0xFFU);
}

TEST_F(Flow, ContinueSkipsTheRestOfTheIteration) {
  // do { r2 += 1; if (r1 < 4) continue; r3 += 1 } while (r2 < 3)
  const Instruction again =
      conditional(op(Opcode::cmp, 8, null(Type::d), src(2, Type::d), imm(Type::d, 3)), CondMod::l);
  bench.run({below_four(), add_imm(2, 1),  //
             predicated(branch(Opcode::cont, 8, 2, 3)), add_imm(3, 1),
             with(again, [](Instruction& i) { i.flag_nr = 1; }),  //
             with(predicated(branch(Opcode::while_, 8, -4)), [](Instruction& i) { i.flag_nr = 1; })});
  // Channels that continued reach the while with an unchanged f1.0, since they did not execute the cmp.
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{0, 0, 0, 0, 3, 3, 3, 3}));
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{1, 1, 1, 1, 3, 3, 3, 3}));
}

TEST_F(Flow, ForwardGotoMovesTheChannelsWhosePredicateIsFalse) {
  bench.run({below_four(), predicated(branch(Opcode::goto_, 8, 2, 2)), add_imm(2, 1), branch(Opcode::join, 8, 1),
             add_imm(3, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), std::vector<std::int32_t>(8, 1));
}

TEST_F(Flow, BackwardGotoMovesTheChannelsWhosePredicateIsTrue) {
  const Instruction back =
      with(predicated(branch(Opcode::goto_, 8, 1, -2)), [](Instruction& i) { i.branch_control = true; });
  bench.run({add_imm(2, 1),
             conditional(op(Opcode::cmp, 8, null(Type::d), src(2, Type::d), src(1, Type::d)), CondMod::l), back,
             branch(Opcode::join, 8, 1), add_imm(3, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{1, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), std::vector<std::int32_t>(8, 1));
}

TEST_F(Flow, JmpiTakesAllChannelsByTheFirstPredicateBit) {
  Instruction jump = no_mask(branch(Opcode::jmpi, 1, 1));  // over one instruction
  bench.thread.flag[0] = 0b10;
  bench.run({predicated(jump), add_imm(2, 1), predicated(jump, true), add_imm(3, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), std::vector<std::int32_t>(8, 1));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), std::vector<std::int32_t>(8, 0));
}

TEST_F(Flow, CallAndReturnNestAndSomeChannelsMayReturnEarly) {
  Instruction call = branch(Opcode::call, 8, 0);
  call.dst = dst(10, Type::ud);
  Instruction inner = call;
  inner.dst = dst(11, Type::ud);
  Instruction ret = branch(Opcode::ret, 8, 0);
  ret.src[0] = src(10, Type::ud, {2, 2, 1});
  Instruction inner_ret = ret;
  inner_ret.src[0].nr = 11;
  call.jip = 16 * 3;                                                    // to 3
  inner.jip = 16 * 4;                                                   // from 5 to 9
  bench.run({call, add_imm(2, 1), no_mask(branch(Opcode::jmpi, 1, 9)),  // 0..2: jumps to 12
             below_four(), predicated(ret), inner, add_imm(3, 1), ret,  // 3..7
             op(Opcode::nop, 1, null()),                                // 8
             add_imm(4, 1), inner_ret, op(Opcode::nop, 1, null())});    // 9..11
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), std::vector<std::int32_t>(8, 1));
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(bench.get_all<std::int32_t>(4, 8), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(bench.thread.running, 0xFFU);
}

TEST_F(Flow, HaltParksChannelsUntilTheEnd) {
  bench.run({below_four(), predicated(branch(Opcode::halt, 8, 2, 2)), add_imm(2, 1), branch(Opcode::join, 8, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(Flow, AnEndlessLoopRunsOutOfBudget) {
  bench.run_to({branch(Opcode::while_, 8, 0)}, Stop::out_of_budget);
  EXPECT_EQ(bench.thread.instructions_executed, 100000U);
}

TEST_F(Flow, RunningPastTheEndIsAFault) {
  bench.run_to({add_imm(2, 1)}, Stop::fault);
  EXPECT_EQ(bench.thread.ip, 16U);
}

TEST_F(Flow, ABranchIntoAnInstructionIsAFaultWhenReached) {
  Instruction jump = no_mask(branch(Opcode::jmpi, 1, 0));
  jump.jip = 8;
  bench.run_to({jump, add_imm(2, 1)}, Stop::fault);
  EXPECT_EQ(bench.thread.ip, 0U);
}

TEST_F(Flow, WaitConsumesNotificationsAndStopsWithoutOne) {
  Instruction wait = op(Opcode::wait, 1, arf_dst(isa::Arf::n, 0, Type::ud), arf(isa::Arf::n, 0, Type::ud));
  bench.thread.notification[0] = 1;
  bench.run_to({wait, add_imm(2, 1), wait, add_imm(3, 1), end_of_thread()}, Stop::waiting);
  EXPECT_EQ(bench.outcome.notification, 0U);
  EXPECT_EQ(bench.thread.ip, 32U);
  bench.thread.notification[0] = 1;
  bench.run_to({wait, add_imm(2, 1), wait, add_imm(3, 1), end_of_thread()}, Stop::end_of_thread);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
  EXPECT_EQ(bench.get<std::int32_t>(3), 1);
}

// SNB PRM vol4 part2 8.3.5: UIP of break is the instruction after the loop.
TEST(FlowGen6, BreakNamesTheInstructionAfterTheLoop) {
  Bench bench(0xFF, isa::kGen6);
  bench.set<std::int32_t>(1, {0, 1, 2, 3, 4, 5, 6, 7});
  bench.run({add_imm(2, 1),  //
             conditional(op(Opcode::cmp, 8, null(Type::d), src(2, Type::d), src(1, Type::d)), CondMod::g),
             predicated(branch(Opcode::break_, 8, 2, 3)), add_imm(3, 1), branch(Opcode::while_, 8, -4)});
  EXPECT_EQ(bench.get_all<std::int32_t>(3, 8), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

// SNB PRM vol4 part2 8.3.20: a condition modifier compares two sources in place of a predicate.
TEST(FlowGen6, IfComparesWithoutFlags) {
  Bench bench(0xFF, isa::kGen6);
  bench.set<std::int32_t>(1, {0, 1, 2, 3, 4, 5, 6, 7});
  Instruction compare = conditional(branch(Opcode::if_, 8, 2), CondMod::l);
  compare.dst = null(Type::d);
  compare.src = {src(1, Type::d), imm(Type::d, 4), Operand{}};
  bench.run({compare, add_imm(2, 1), branch(Opcode::endif, 8, 1)});
  EXPECT_EQ(bench.get_all<std::int32_t>(2, 8), (std::vector<std::int32_t>{1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(bench.thread.flag[0], 0U);
}

}  // namespace
}  // namespace eugene::eu::test
