// State that an instruction leaves beside its destination, compiled and interpreted: accumulators written by {AccWrEn},
// flags and accumulators under quarter control, architecture registers that exist only in part.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "jit/host/runner.h"
#include "support/build.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::state_test {
namespace {

using namespace test;
using isa::Arf;

// Small integers and floats in every register, so that conversions have something to do.
eu::Thread filled_thread(std::uint32_t channels) {
  eu::Thread thread;
  eu::start(thread, channels);
  for (unsigned nr = 0; nr < thread.grf.size(); ++nr) {
    for (unsigned i = 0; i < 8; ++i) {
      const float number = static_cast<float>(nr + i) * 0.75F - 5;
      const auto integer = static_cast<std::int32_t>(nr * 77777U + i * 40503U) - 100000;
      std::memcpy(thread.grf[nr].bytes.data() + i * 4, nr % 2 == 0 ? static_cast<const void*>(&number) : &integer, 4);
    }
  }
  for (eu::Accumulator& acc : thread.acc) {
    acc.low = thread.grf[5];
    acc.guard.fill(-1);
  }
  thread.flag = {0xAA55F00F, 0x12345678};
  thread.address = {8, 16, 24, 32, 40, 48, 56, 64};
  thread.dependency = {0x8001, 0x8002, 0x8003, 0x8004, 0x8005, 0x8006, 0x8007, 0x8008};
  return thread;
}

void expect_alike(const isa::Gen& gen, std::vector<Instruction> instructions, const char* what) {
  instructions.push_back(end_of_thread());
  const eu::Kernel kernel = *eu::prepare(program(std::move(instructions), gen));
  TestPort port;
  Runner runner;
  const auto compiled = compile(compiler(), kernel, {});
  ASSERT_TRUE(compiled) << compiled.error().message;
  for (const std::uint32_t channels : {0xFFFFFFFFU, 0xFFFFU, 0xF0C3A5F0U}) {
    eu::Thread expected = filled_thread(channels);
    eu::Thread got = expected;
    const eu::Outcome interpreted = eu::run(kernel, expected, port);
    const eu::Outcome outcome = runner.run(*compiled, got, port);
    ASSERT_EQ(outcome.stop, interpreted.stop) << what;
    for (std::size_t nr = 0; nr < got.grf.size(); ++nr) ASSERT_EQ(got.grf[nr], expected.grf[nr]) << what << ": r" << nr;
    ASSERT_EQ(got.acc, expected.acc) << what;
    ASSERT_EQ(got.flag, expected.flag) << what;
    ASSERT_EQ(got.address, expected.address) << what;
    ASSERT_EQ(got.dependency, expected.dependency) << what;
    ASSERT_EQ(got.control, expected.control) << what;
    ASSERT_EQ(got.instructions_executed, expected.instructions_executed) << what;
  }
}

Instruction accumulating(Instruction instruction, unsigned channel_offset = 0) {
  instruction.acc_wr_en = true;
  instruction.channel_offset = static_cast<std::uint8_t>(channel_offset);
  return instruction;
}
Instruction at(Instruction instruction, unsigned channel_offset) {
  instruction.channel_offset = static_cast<std::uint8_t>(channel_offset);
  return instruction;
}

class StateTest : public ::testing::TestWithParam<const isa::Gen*> {};

// SNB PRM vol4 part2 5.3.9, table 5-9.
TEST_P(StateTest, ImplicitAccumulatorResults) {
  constexpr Type kTypes[] = {Type::f, Type::d, Type::ud, Type::w, Type::uw};
  for (const Type to : kTypes) {
    for (const Type from : kTypes) {
      for (const bool saturates : {false, true}) {
        const unsigned stride = isa::byte_size(to) < isa::byte_size(from) ? 2 : 1;
        Instruction sum = accumulating(op(Opcode::add, 8, dst(20, to, stride), src(3, from), src(4, from)));
        sum.saturate = saturates;
        Instruction more = sum;
        more.opcode = Opcode::mac;
        more.channel_offset = 8;
        more.dst.nr = 30;
        const std::string what = std::string(isa::info(from).name) + " to " + std::string(isa::info(to).name);
        expect_alike(*GetParam(), {sum, more}, what.c_str());
      }
    }
  }
}

// 5.3.4.5: regions of explicit accumulators.
TEST_P(StateTest, RegionsOfAccumulators) {
  const auto acc = [](Type type, Region region) { return arf(Arf::acc, 0, type, 0, region); };
  Operand strided = arf_dst(Arf::acc, 0, Type::w);
  strided.region.hstride = 2;
  expect_alike(*GetParam(),
               {op(Opcode::add, 8, dst(20, Type::d), acc(Type::d, {0, 1, 0}), src(3, Type::d)),
                op(Opcode::add, 8, dst(21, Type::w, 2), acc(Type::w, {16, 8, 2}), src(3, Type::w)),
                op(Opcode::add, 8, strided, src(3, Type::w), src(5, Type::w)),
                op(Opcode::add, 1, dst(22, Type::d), acc(Type::d, {0, 1, 0}), imm(Type::d, 1))},
               "regions");
}

// 7.2.2 QtrCtrl.
TEST_P(StateTest, QuarterControl) {
  std::vector<Instruction> instructions;
  for (const unsigned offset : {0U, 8U, 16U, 24U}) {
    const unsigned nr = 20 + offset;
    instructions.push_back(at(predicated(op(Opcode::mov, 8, dst(nr, Type::d), imm(Type::d, 1))), offset));
    instructions.push_back(
        at(conditional(op(Opcode::cmp, 8, null(Type::d), src(3, Type::d), imm(Type::d, 0)), isa::CondMod::l), offset));
    instructions.push_back(accumulating(op(Opcode::add, 8, dst(nr + 1, Type::f), src(4, Type::f), imm(1.0F)), offset));
    instructions.push_back(
        accumulating(op(Opcode::add, 8, dst(nr + 2, Type::w), src(3, Type::w), imm(Type::w, 1)), offset));
  }
  instructions.push_back(at(predicated(op(Opcode::mov, 16, dst(60, Type::d), imm(Type::d, 2))), 16));
  expect_alike(*GetParam(), instructions, "quarters");
}

// 5.3.4.2.
TEST_P(StateTest, SubregistersThatAreNotThere) {
  const Region each{8, 8, 1}, one{0, 1, 0};
  expect_alike(*GetParam(),
               {no_mask(op(Opcode::mov, 1, arf_dst(Arf::f, 0, Type::uw, 4), imm(Type::uw, 7))),
                no_mask(op(Opcode::mov, 1, dst(20, Type::ud), arf(Arf::f, 0, Type::uw, 4, one))),
                op(Opcode::mov, 8, arf_dst(Arf::tdr, 0, Type::uw, 12), imm(Type::uw, 0)),
                op(Opcode::mov, 8, dst(21, Type::uw), arf(Arf::tdr, 0, Type::uw, 12, each)),
                conditional(op(Opcode::add, 4, arf_dst(Arf::f, 0, Type::uw, 2), src(3, Type::uw), imm(Type::uw, 1)),
                            isa::CondMod::nz),
                op(Opcode::mov, 8, dst(22, Type::uw), arf(Arf::a, 0, Type::uw, 16, each)),
                op(Opcode::mov, 8, arf_dst(Arf::a, 0, Type::uw, 8), imm(Type::uw, 5))},
               "subregisters");
}

// BXT PRM vol6 "Accumulators acc2-acc9".
TEST(MacroAccumulators, HaveTwoBits) {
  expect_alike(isa::kGen9,
               {op(Opcode::mov, 8, arf_dst(Arf::acc, 2, Type::ud), src(3, Type::ud)),
                op(Opcode::mov, 8, dst(20, Type::ud), arf(Arf::acc, 2, Type::ud)),
                op(Opcode::mov, 8, arf_dst(Arf::acc, 9, Type::d), src(5, Type::d))},
               "acc2");
}

INSTANTIATE_TEST_SUITE_P(Generations, StateTest, ::testing::Values(&isa::kGen6, &isa::kGen9, &isa::kGen12),
                         [](const auto& gen) { return std::string(gen.param->name); });

}  // namespace
}  // namespace eugene::jit::state_test
