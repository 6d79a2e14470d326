// Registers that a thread may read before writing them are cleared, and no others.
#include "eu/analysis/initial_reads.h"

#include <gtest/gtest.h>

#include "bench.h"
#include "eu/prepared_op.h"
#include "eu/thread_model.h"

namespace eugene::eu {
namespace {

using namespace test;

constexpr std::uint16_t kFirstAccumulator = offsetof(Thread, acc) / kGrfBytes;

InitialReads reads_of(std::vector<Instruction> instructions) {
  const Kernel kernel = *prepare(program(std::move(instructions)));
  return kernel.prepared().initial_reads;
}
using Ranges = std::vector<CellRange>;

Instruction read(unsigned to, unsigned from) {  // one dword for each of eight channels, of surface 0
  const isa::UntypedSurface untyped{.access = isa::Access::read, .bti = 0, .simd = 8, .channels = 1};
  return message(8, dst(to, Type::ud), src(from, Type::ud),
                 {.sfid = isa::Sfid::dp_data1, .length = 1, .response_length = 1, .body = untyped});
}

TEST(InitialReads, WhatIsWrittenBeforeItIsReadNeedNotBeCleared) {
  const InitialReads reads = reads_of({op(Opcode::mov, 8, dst(3, Type::f), src(2, Type::f)),
                                       op(Opcode::add, 8, dst(4, Type::f), src(3, Type::f), src(5, Type::f)),
                                       op(Opcode::mov, 8, dst(2, Type::f), src(4, Type::f)), end_of_thread()});
  EXPECT_EQ(reads.channels, 0xFFU);
  EXPECT_EQ(reads.whole.seen, (Ranges{{2, 3}, {5, 6}, {127, 128}}));
  EXPECT_EQ(reads.whole.changed, (Ranges{{2, 3}}));
  // The channels that are not dispatched leave what was there.
  EXPECT_EQ(reads.partial.seen, (Ranges{{2, 6}, {127, 128}}));
  EXPECT_EQ(reads.partial.changed, (Ranges{{2, 5}}));
}

TEST(InitialReads, PartOfARegisterIsNotTheWhole) {
  const Instruction half = no_mask(op(Opcode::mov, 4, dst(3, Type::f), imm(1.0F)));
  EXPECT_EQ(reads_of({half, op(Opcode::mov, 8, dst(4, Type::f), src(3, Type::f))}).whole.seen, (Ranges{{3, 4}}));
  const Instruction rest = no_mask(op(Opcode::mov, 4, dst(3, Type::f, 1, 4), imm(1.0F)));
  EXPECT_EQ(reads_of({half, rest, op(Opcode::mov, 8, dst(4, Type::f), src(3, Type::f))}).whole.seen, Ranges{});
}

TEST(InitialReads, PredicatedWritesAndThoseBehindABranchDoNotCount) {
  const Instruction use = op(Opcode::mov, 8, dst(4, Type::f), src(3, Type::f));
  const Instruction set = op(Opcode::mov, 8, dst(3, Type::f), imm(1.0F));
  EXPECT_EQ(reads_of({set, use}).whole.seen, Ranges{});
  EXPECT_EQ(reads_of({predicated(set), use}).whole.seen, (Ranges{{3, 4}}));
  EXPECT_EQ(reads_of({predicated(branch(Opcode::if_, 8, 2, 2)), set, branch(Opcode::endif, 8, 1), use}).whole.seen,
            (Ranges{{3, 4}}));
}

TEST(InitialReads, ReadsOfMemoryAnswerEveryChannel) {
  const Instruction use = op(Opcode::mov, 8, dst(4, Type::f), src(3, Type::f));
  EXPECT_EQ(reads_of({read(3, 2), use}).whole.seen, (Ranges{{2, 3}}));
  EXPECT_EQ(reads_of({predicated(read(3, 2)), use}).whole.seen, (Ranges{{2, 4}}));
  EXPECT_EQ(reads_of({read(3, 2), use}).partial.seen, (Ranges{{2, 4}}));
}

TEST(InitialReads, IndirectOperandsReachAnyRegister) {
  Operand anywhere = src(0, Type::f);
  anywhere.indirect = true;
  EXPECT_EQ(reads_of({op(Opcode::mov, 8, dst(4, Type::f), anywhere)}).whole.seen, (Ranges{{0, 128}}));
  Instruction from_a0 = read(3, 126);
  from_a0.send.descriptor_in_a0 = true;
  EXPECT_EQ(reads_of({from_a0}).whole.seen, (Ranges{{126, 128}}));
}

TEST(InitialReads, AccumulatorsAreReadByMac) {
  const InitialReads reads =
      reads_of({op(Opcode::mac, 8, dst(4, Type::f), src(2, Type::f), src(3, Type::f)), end_of_thread()});
  ASSERT_EQ(reads.whole.seen.size(), 3U);
  EXPECT_EQ(reads.whole.seen[0], (CellRange{2, 4}));
  EXPECT_EQ(reads.whole.seen[2].first, kFirstAccumulator);
}

// Threads one after the other in the same registers.
TEST(InitialReads, AThreadSeesZerosWhereAnotherLeftItsNumbers) {
  const Kernel kernel =
      *prepare(program({predicated(op(Opcode::mov, 8, dst(3, Type::ud), imm(Type::ud, 7))),
                        op(Opcode::add, 8, dst(3, Type::ud), src(3, Type::ud), src(2, Type::ud)),
                        op(Opcode::add, 8, dst(2, Type::ud), src(2, Type::ud), imm(Type::ud, 1)), end_of_thread()}));
  Bench clean(0xFF);
  clean.set<std::uint32_t>(2, {1, 2, 3, 4, 5, 6, 7, 8});
  const Thread model = clean.thread;
  TestPort port;
  run(kernel, clean.thread, port);
  Thread thread;
  std::memset(static_cast<void*>(&thread), 0xA5, sizeof thread);
  copy_model(thread, model, kernel);
  for (int round = 0; round < 3; ++round, restore_model(thread, model, kernel)) {
    EXPECT_EQ(run(kernel, thread, port).stop, Stop::end_of_thread);
    EXPECT_EQ(thread.grf[3], clean.thread.grf[3]) << "round " << round;
    EXPECT_EQ(thread.grf[2], clean.thread.grf[2]) << "round " << round;
    EXPECT_EQ(thread.instructions_executed, clean.thread.instructions_executed);
    EXPECT_EQ(thread.control, clean.thread.control);
  }
}

}  // namespace
}  // namespace eugene::eu
