// Arithmetic that replaces denormals by zeros, in chains and in loops: compiled code leaves the interpreter's bits.
// Many numbers are denormals, many products are, and so are registers that only some code after the chain or loop
// reads.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <iterator>
#include <random>

#include "jit/host/runner.h"
#include "support/build.h"
#include "support/message_port.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

using namespace test;
using enum isa::Type;

constexpr unsigned kFirstFloats = 10, kFloatRegisters = 6;  // of two registers each
constexpr unsigned kLoopCounter = 30;

class RandomChains {
 public:
  explicit RandomChains(std::uint64_t seed) : random_(seed) {}

  // Some instructions on floats. Bits of a register are changed from time to time, which makes denormals of zeros.
  std::vector<isa::Instruction> chain(unsigned length, unsigned size) {
    std::vector<isa::Instruction> made;
    for (unsigned i = 0; i < length; ++i) {
      constexpr isa::Opcode kOpcodes[] = {isa::Opcode::mul, isa::Opcode::add, isa::Opcode::mul, isa::Opcode::mad,
                                          isa::Opcode::sel, isa::Opcode::frc, isa::Opcode::xor_};
      const isa::Opcode opcode = kOpcodes[random_() % (random_() % 4 == 0 ? std::size(kOpcodes) : 4)];
      isa::Instruction each{.opcode = opcode, .exec_size = static_cast<std::uint8_t>(size)};
      const bool is_bits = opcode == isa::Opcode::xor_;
      each.dst = any(is_bits ? ud : f);
      each.dst.region = {0, 1, 1};
      const unsigned sources = opcode == isa::Opcode::frc ? 1 : opcode == isa::Opcode::mad ? 3 : 2;
      for (unsigned n = 0; n < sources; ++n) {
        each.src[n] = any(each.dst.type);
        each.src[n].negate = !is_bits && random_() % 4 == 0;
        each.src[n].absolute = !is_bits && opcode != isa::Opcode::mad && random_() % 8 == 0;
        if (sources == 2 && random_() % 8 == 0 && !is_bits)
          each.src[n] = src(kFirstFloats + 2 * static_cast<unsigned>(random_() % kFloatRegisters), f, {0, 1, 0});
      }
      if (opcode == isa::Opcode::sel) each.cond_mod = isa::CondMod::l;
      made.push_back(each);
    }
    return made;
  }
  // Zeros, denormals, small and large numbers, infinities and NaNs.
  eu::Thread thread(std::uint32_t channels) {
    constexpr std::uint32_t kNumbers[] = {0,           0x8000'0000, 1,           0x807F'FFFF, 0x0080'0000, 0x9FFF'FFFF,
                                          0x3F80'0000, 0xBF00'0000, 0x4000'0001, 0x7F80'0000, 0x7F80'0001, 0xFFC0'0012,
                                          0x2000'0000, 0xA012'3456, 0x0040'0000, 0x7F7F'FFFF};
    eu::Thread thread;
    eu::start(thread, channels);
    for (unsigned nr = kFirstFloats; nr < kFirstFloats + 2 * kFloatRegisters; ++nr) {
      std::array<std::uint32_t, 8> numbers;
      for (std::uint32_t& number : numbers) number = kNumbers[random_() % std::size(kNumbers)];
      std::memcpy(thread.grf[nr].bytes.data(), numbers.data(), sizeof numbers);
    }
    return thread;
  }

 private:
  isa::Operand any(isa::Type type) {
    return src(kFirstFloats + 2 * static_cast<unsigned>(random_() % kFloatRegisters), type, {8, 8, 1});
  }

  std::mt19937_64 random_;
};

void expect_interpreters_bits(const std::vector<isa::Instruction>& instructions, RandomChains& chains) {
  const eu::Kernel kernel = *eu::prepare(program(instructions));
  TestPort port;
  for (const char* processor : {"native", "x86-64-v3"}) {
    static const std::array hosts{make_compiler("native"), make_compiler("x86-64-v3")};
    const auto& host = hosts[processor[0] == 'n' ? 0 : 1];
    const auto compiled = compile(*host, kernel, {.control = 0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (const std::uint32_t channels : {0xFFFFU, 0xFFFFU, 0x5A5AU}) {
      eu::Thread expected = chains.thread(channels);
      eu::Thread got = expected;
      const eu::Outcome a = eu::run(kernel, expected, port);
      const eu::Outcome b = Runner().run(*compiled, got, port);
      ASSERT_EQ(a.stop, b.stop);
      for (std::size_t i = 0; i < got.grf.size(); ++i) ASSERT_EQ(got.grf[i], expected.grf[i]) << processor << " r" << i;
    }
  }
}

TEST(DenormalFlushes, Chains) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    RandomChains chains(seed);
    std::vector<isa::Instruction> instructions = chains.chain(30, seed % 3 == 0 ? 8 : 16);
    instructions.push_back(end_of_thread());
    ASSERT_NO_FATAL_FAILURE(expect_interpreters_bits(instructions, chains)) << seed;
  }
}

// Registers that the loop only reads, or writes in some iterations, keep their denormals.
TEST(DenormalFlushes, Loops) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    RandomChains chains(100 + seed);
    std::vector<isa::Instruction> instructions = chains.chain(static_cast<unsigned>(seed % 3), 16);
    const auto start = static_cast<std::int32_t>(instructions.size());
    for (const isa::Instruction& each : chains.chain(3 + static_cast<unsigned>(seed % 9), 16))
      instructions.push_back(each);
    instructions.push_back(op(isa::Opcode::add, 16, dst(kLoopCounter, d), src(kLoopCounter, d), imm(d, 1)));
    isa::Instruction compare = op(isa::Opcode::cmp, 16, null(d), src(kLoopCounter, d), imm(d, 1 + seed % 4));
    compare.cond_mod = isa::CondMod::l;
    instructions.push_back(compare);
    isa::Instruction again{.opcode = isa::Opcode::while_, .exec_size = 16, .pred_control = isa::PredControl::normal};
    again.jip = (start - static_cast<std::int32_t>(instructions.size())) * 16;
    instructions.push_back(again);
    for (const isa::Instruction& each : chains.chain(3, 16)) instructions.push_back(each);
    instructions.push_back(end_of_thread());
    ASSERT_NO_FATAL_FAILURE(expect_interpreters_bits(instructions, chains)) << seed;
  }
}

}  // namespace
}  // namespace eugene::jit
