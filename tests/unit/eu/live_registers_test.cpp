// Which registers a thread may still read from some instruction on.
#include "eu/analysis/live_registers.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "bench.h"

namespace eugene::eu {
namespace {

using namespace test;

constexpr unsigned kLast = 127;  // the payload of the end of thread

LiveRegisters live_in(std::vector<Instruction> instructions, bool is_whole = true) {
  const Kernel kernel = *prepare(program(std::move(instructions)));
  return {kernel.program(), kernel.prepared(), is_whole};
}
Cells cells(std::initializer_list<unsigned> registers) {
  Cells found(kCellCount);
  for (const unsigned each : registers) found.set(each);
  return found;
}
Instruction copy(unsigned to, unsigned from) { return op(Opcode::mov, 8, dst(to, Type::f), src(from, Type::f)); }

TEST(LiveRegisters, WhatIsWrittenBeforeItIsReadIsNot) {
  const std::vector<Instruction> program{
      copy(3, 2), op(Opcode::add, 8, dst(4, Type::f), src(3, Type::f), src(5, Type::f)), end_of_thread()};
  const LiveRegisters whole = live_in(program);
  EXPECT_EQ(whole.before(0), cells({2, 5, kLast}));
  EXPECT_EQ(whole.before(1), cells({3, 5, kLast}));
  EXPECT_EQ(whole.before(2), cells({kLast}));
  EXPECT_EQ(whole.before(3), cells({}));
  // Each channel writes its element of r3 before it reads it, and channels that are not dispatched read nothing.
  EXPECT_EQ(live_in(program, false).before(0), cells({2, 5, kLast}));
}

TEST(LiveRegisters, PartOfARegisterIsNotTheWhole) {
  const Instruction half = no_mask(op(Opcode::mov, 4, dst(3, Type::f), imm(1.0F)));
  EXPECT_EQ(live_in({half, copy(4, 3)}).before(0), cells({3}));
  EXPECT_EQ(live_in({predicated(copy(3, 2)), copy(4, 3)}).before(0), cells({2, 3}));
}

TEST(LiveRegisters, LoopsReadInTheNextTurn) {
  const auto loop = [](Instruction back) {
    return live_in({copy(3, 4), copy(5, 3), copy(4, 5), std::move(back), end_of_thread()});
  };
  // All channels jump, so each turn writes r3 and r5 anew; r4 keeps the value of the turn before.
  const Instruction jump = predicated(with(op(Opcode::jmpi, 1, null()), [](Instruction& i) {
    i.src[0] = imm(Type::d, 0);
    i.jip = -4 * 16;
  }));
  const LiveRegisters jumping = loop(jump);
  EXPECT_EQ(jumping.before(0), cells({4, kLast}));
  EXPECT_EQ(jumping.before(3), cells({4, kLast}));
  // Channels that have left the loop wait, but read none of these registers again.
  const LiveRegisters parting = loop(predicated(branch(Opcode::while_, 8, -3)));
  EXPECT_EQ(parting.before(0), cells({4, kLast}));
  EXPECT_EQ(parting.before(3), cells({4, kLast}));
}

TEST(LiveRegisters, ChannelsThatWaitKeepTheirs) {
  const LiveRegisters live = live_in({copy(3, 2), predicated(branch(Opcode::if_, 8, 2, 2)), copy(3, 4),
                                      branch(Opcode::endif, 8, 1), copy(5, 3), end_of_thread()});
  EXPECT_EQ(live.before(0), cells({2, 4, kLast}));
  EXPECT_EQ(live.before(2), cells({3, 4, kLast}));
}

// A loop that leaves r5 to what follows it: a channel that has left the loop waits with its element of r5.
TEST(LiveRegisters, ChannelsThatHaveLeftALoopKeepWhatTheyReadLater) {
  const LiveRegisters live =
      live_in({copy(3, 4), copy(5, 3), predicated(branch(Opcode::while_, 8, -2)), copy(6, 5), end_of_thread()});
  EXPECT_EQ(live.before(1), cells({3, 4, 5, kLast}));  // waiting channels read r5 after the loop
  EXPECT_EQ(live.before(0), cells({4, 5, kLast}));
}

// Masked writes keep what other channels wrote, so they do not kill what is read across channels.
TEST(LiveRegisters, ReadsOfOtherChannelsElementsSeeOldOnes) {
  const auto loop = [](Instruction reading) {
    return live_in({copy(3, 4), std::move(reading), predicated(branch(Opcode::while_, 8, -2)), end_of_thread()})
        .before(0);
  };
  EXPECT_EQ(loop(op(Opcode::mov, 8, dst(5, Type::f), src(3, Type::f))), cells({4, kLast}));
  const Instruction of_all = no_mask(op(Opcode::mov, 8, dst(5, Type::f), src(3, Type::f)));
  EXPECT_EQ(loop(of_all), cells({3, 4, kLast}));
  const Instruction of_first =
      with(op(Opcode::mov, 8, dst(5, Type::f), src(3, Type::f)), [](Instruction& i) { i.src[0].region = {0, 1, 0}; });
  EXPECT_EQ(loop(of_first), cells({3, 4, kLast}));
  // Packed words belong to other channels than the dwords that were written.
  EXPECT_EQ(loop(op(Opcode::mov, 8, dst(5, Type::w), src(3, Type::w))), cells({3, 4, kLast}));
}

TEST(LiveRegisters, AnotherWriteOfTheChannelIsNeeded) {
  // A predicated write may leave a running channel's element as it was.
  const auto loop = [](Instruction writing) {
    return live_in({std::move(writing), copy(5, 3), predicated(branch(Opcode::while_, 8, -2)), end_of_thread()})
        .before(0);
  };
  EXPECT_EQ(loop(predicated(copy(3, 4))), cells({3, 4, kLast}));
  EXPECT_EQ(loop(with(copy(3, 4), [](Instruction& i) { i.exec_size = 4; })), cells({3, 4, kLast}));
}

// A jump leads out of the place between an `if` and its target, to a loop that writes r3 for its channels. The channels
// of the target still read their elements of r3.
TEST(LiveRegisters, ChannelsWaitWhileAJumpLeadsElsewhere) {
  const auto jump = [](int distance) {
    return with(op(Opcode::jmpi, 1, null()), [=](Instruction& i) {
      i.src[0] = imm(Type::d, 0);
      i.jip = distance * 16;
    });
  };
  const LiveRegisters live = live_in({predicated(branch(Opcode::if_, 8, 2, 2)), jump(3), branch(Opcode::endif, 8, 1),
                                      copy(5, 3), end_of_thread(), copy(3, 4), predicated(jump(-2)), jump(-6)},
                                     false);
  for (const unsigned index : {5U, 6U, 7U}) EXPECT_TRUE(live.before(index)[3]) << index;
}

// Each `goto` leads back to the one before it. An analysis that reads all of them again for each would take minutes.
TEST(LiveRegisters, ManyBranchesTakeNoLongerThanTheirNumberSquared) {
  std::vector<Instruction> program;
  for (unsigned i = 0; i < 1500; ++i) program.push_back(predicated(branch(Opcode::while_, 8, i == 0 ? 0 : -1)));
  program.push_back(end_of_thread());
  EXPECT_TRUE(live_in(program).before(0)[kLast]);
}

// A write of cr0 may start a system routine, which may read any register.
TEST(LiveRegisters, SystemRoutinesSeeAll) {
  const Instruction control = op(Opcode::mov, 1, arf_dst(isa::Arf::cr, 0, Type::ud), imm(Type::ud, 0));
  const LiveRegisters live = live_in({copy(3, 2), no_mask(control), end_of_thread()});
  EXPECT_EQ(live.before(1).count(), kCellCount);
  EXPECT_EQ(live.before(0).count(), kCellCount - 1U);
  EXPECT_EQ(live.before(2), cells({kLast}));
}

}  // namespace
}  // namespace eugene::eu
