// Exceptions and the system routine: SNB PRM vol4 part2 chapter 6.
#include "bench.h"
#include "isa/encoding/decode.h"

namespace eugene::eu::test {
namespace {

using isa::Arf;

constexpr std::uint32_t kBreakpointEnable = 1U << 15;
constexpr std::uint32_t kSoftwareEnable = 1U << 13;
constexpr std::uint32_t kIllegalEnable = 1U << 12;

Instruction add_one(unsigned reg) {
  return no_mask(op(Opcode::add, 1, dst(reg, Type::d), scalar(reg, Type::d), imm(Type::d, 1)));
}
Instruction with_breakpoint(Instruction instruction) {
  instruction.breakpoint = true;
  return instruction;
}
Instruction change_control(Opcode opcode, unsigned subregister, std::uint32_t mask) {
  return no_mask(op(opcode, 1, arf_dst(Arf::cr, 0, Type::ud, 4 * subregister),
                    arf(Arf::cr, 0, Type::ud, 4 * subregister, {0, 1, 0}), imm(Type::ud, mask)));
}

struct Exceptions : ::testing::Test {
  Bench bench{0xFF, isa::kGen6};

  // A program with a system routine at instruction 1, which instruction 0 jumps over. The routine counts in r20, copies
  // AIP and cr0.1 to r21 and r22, runs `more`, and returns.
  std::vector<Instruction> with_routine(std::vector<Instruction> more, std::vector<Instruction> application) {
    std::vector<Instruction> all{
        no_mask(branch(Opcode::jmpi, 1, 0)), add_one(20),
        no_mask(op(Opcode::mov, 1, dst(21, Type::ud), arf(Arf::cr, 0, Type::ud, 8, {0, 1, 0}))),
        no_mask(op(Opcode::mov, 1, dst(22, Type::ud), arf(Arf::cr, 0, Type::ud, 4, {0, 1, 0})))};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back(change_control(Opcode::and_, 0, 0x7FFFFFFF));
    all.push_back(op(Opcode::nop, 1, null()));
    all[0].jip = 16 * static_cast<int>(all.size() - 1);
    application_ = static_cast<unsigned>(all.size());
    all.insert(all.end(), application.begin(), application.end());
    bench.thread.system_ip = 16;
    bench.thread.has_system_routine = true;
    return all;
  }
  unsigned application_ = 0;  // index of the application's first instruction
};

TEST_F(Exceptions, ABreakpointRunsTheSystemRoutineAndThenTheInstruction) {
  bench.thread.control[1] = kBreakpointEnable;
  const auto clear = change_control(Opcode::and_, 1, 0x7FFFFFFF);
  const auto suppress = change_control(Opcode::or_, 0, 1U << 15);
  bench.run(with_routine({clear, suppress}, {add_one(2), with_breakpoint(add_one(2)), add_one(3)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 1);
  EXPECT_EQ(bench.get<std::uint32_t>(21), 16 * (application_ + 1));
  EXPECT_EQ(bench.get<std::uint32_t>(22), kBreakpointEnable | 0x80000000U);
  EXPECT_EQ(bench.get<std::int32_t>(2), 2);
  EXPECT_EQ(bench.get<std::int32_t>(3), 1);
  EXPECT_EQ(bench.thread.control[0] >> 31, 0U);
}

// 6.4.4: the status left set and the next instruction suppressed is single stepping.
TEST_F(Exceptions, ALingeringBreakpointSingleSteps) {
  bench.thread.control[1] = kBreakpointEnable;
  bench.run(
      with_routine({change_control(Opcode::or_, 0, 1U << 15)}, {with_breakpoint(add_one(2)), add_one(2), add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 4);  // before each of three, and before the end of thread
  EXPECT_EQ(bench.get<std::int32_t>(2), 3);
}

TEST_F(Exceptions, BreakpointsNeedToBeEnabled) {
  bench.run(with_routine({}, {with_breakpoint(add_one(2))}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 0);
}

TEST_F(Exceptions, ASoftwareExceptionReturnsBehindItsInstruction) {
  bench.thread.control[1] = kSoftwareEnable;
  bench.run(with_routine({change_control(Opcode::and_, 1, ~(1U << 29))},
                         {change_control(Opcode::or_, 1, 1U << 29), add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 1);
  EXPECT_EQ(bench.get<std::uint32_t>(21), 16 * (application_ + 1));
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

TEST_F(Exceptions, AnIllegalOpcodeGoesToTheRoutineWhereEnabled) {
  bench.thread.control[1] = kIllegalEnable;
  // The routine continues after the instruction.
  const auto skip = no_mask(
      op(Opcode::add, 1, arf_dst(Arf::cr, 0, Type::ud, 8), arf(Arf::cr, 0, Type::ud, 8, {0, 1, 0}), imm(Type::ud, 16)));
  bench.run(with_routine({skip}, {op(Opcode::illegal, 1, null()), add_one(2)}));
  EXPECT_EQ(bench.get<std::uint32_t>(21), 16 * application_);
  EXPECT_EQ(bench.get<std::uint32_t>(22), kIllegalEnable | (1U << 28));
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

TEST_F(Exceptions, WithoutARoutineTheRunStops) {
  bench.thread.control[1] = kBreakpointEnable;
  const std::vector<Instruction> program{add_one(2), with_breakpoint(add_one(2)), add_one(2), end_of_thread()};
  bench.run_to(program, Stop::breakpoint);
  EXPECT_EQ(bench.thread.ip, 16U);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
  bench.thread.control[1] &= 0x7FFFFFFF;
  bench.thread.control[0] |= 1U << 15;
  bench.run_to(program, Stop::end_of_thread);
  EXPECT_EQ(bench.get<std::int32_t>(2), 3);
}

// 6.4.1: a disabled exception makes the instruction a nop. The status bit is set all the same (5.3.4.8).
TEST_F(Exceptions, AnIllegalOpcodeThatIsNotEnabledIsANop) {
  bench.run(with_routine({}, {op(Opcode::illegal, 1, null()), add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 0);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
  EXPECT_EQ(bench.thread.control[1], 1U << 28);
}

// 6.3.2: exceptions inside the routine are latched and do not nest.
TEST_F(Exceptions, TheRoutineItselfIsNotInterrupted) {
  bench.thread.control[1] = kSoftwareEnable | kIllegalEnable | kBreakpointEnable;
  bench.run(with_routine(
      {op(Opcode::illegal, 1, null()), with_breakpoint(add_one(4)), change_control(Opcode::and_, 1, 0x0000FFFF)},
      {change_control(Opcode::or_, 1, 1U << 29), add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 1);
  EXPECT_EQ(bench.get<std::int32_t>(4), 1);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

// 6.4.2: an opcode that is not defined is the illegal one.
TEST_F(Exceptions, AnUndefinedOpcodeIsIllegal) {
  std::array<std::byte, 16> code{};
  code[0] = std::byte{0x7F};
  Diagnostics problems;
  const isa::Program program = isa::decode_program(isa::kGen6, code, problems);
  ASSERT_EQ(program.instructions.size(), 1U);
  EXPECT_EQ(problems.size(), 1U);
  bench.thread.control[1] = kIllegalEnable;
  const auto skip = no_mask(
      op(Opcode::add, 1, arf_dst(Arf::cr, 0, Type::ud, 8), arf(Arf::cr, 0, Type::ud, 8, {0, 1, 0}), imm(Type::ud, 16)));
  bench.run(with_routine({skip}, {program.instructions[0], add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 1);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

// 6.5: hardware checks only the opcode of a malformed instruction, so there is no exception. Here, it is a fault.
TEST_F(Exceptions, AMalformedInstructionIsNoIllegalOpcode) {
  std::array<std::byte, 16> code{};
  code[0] = std::byte{0x01};  // mov
  code[2] = std::byte{0xE0};  // a reserved execution size (bits 23:21)
  Diagnostics problems;
  const isa::Program program = isa::decode_program(isa::kGen6, code, problems);
  ASSERT_EQ(program.instructions.size(), 1U);
  ASSERT_EQ(problems.size(), 1U);
  bench.thread.control[1] = kIllegalEnable;
  bench.run_to(with_routine({}, {program.instructions[0], add_one(2)}), Stop::fault);
  EXPECT_NE(bench.outcome.fault->what.find("malformed"), std::string::npos);
  EXPECT_EQ(bench.get<std::int32_t>(20), 0);
  EXPECT_EQ(bench.thread.control[1], kIllegalEnable);
}

// Table 7-25.
TEST_F(Exceptions, NenopIsANop) {
  bench.thread.control[1] = kIllegalEnable;
  bench.run(with_routine({}, {op(Opcode::nenop, 1, null()), add_one(2)}));
  EXPECT_EQ(bench.get<std::int32_t>(20), 0);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

TEST_F(Exceptions, IllegalOpcodesFaultWithoutASystemRoutine) {
  bench.run_to({op(Opcode::illegal, 1, null())}, Stop::fault);
  EXPECT_EQ(bench.outcome.fault->ip, 0U);
}

// 5.3.4.8: writing 1 to the master bit has no effect.
TEST_F(Exceptions, SoftwareCannotSetTheMasterBit) {
  bench.run({change_control(Opcode::or_, 0, 1U << 31), add_one(2)});
  EXPECT_EQ(bench.thread.control[0] >> 31, 0U);
  EXPECT_EQ(bench.get<std::int32_t>(2), 1);
}

}  // namespace
}  // namespace eugene::eu::test
