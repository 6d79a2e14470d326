// Whole kernels: the JIT leaves the registers, flags, accumulators, counts and stop that the interpreter leaves.
#include "jit/host/runner.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "support/build.h"
#include "support/message_port.h"
#include "support/random_program.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

using namespace test;

// Answers a message with a function of its payload.
TestPort echo() {
  TestPort port;
  port.on_send = [](const eu::SendRequest& request) {
    for (eu::Grf& grf : request.response) {
      for (std::byte& byte : grf.bytes) byte ^= std::byte{0x5A};
      if (!request.payload.empty()) grf.bytes[0] ^= request.payload[0].bytes[0];
    }
    return eu::SendStatus::done;
  };
  return port;
}

eu::Thread random_thread(std::mt19937_64& random, std::uint32_t channels) {
  eu::Thread thread;
  eu::start(thread, channels);
  thread.control[0] = 0x4C0;
  for (eu::Grf& grf : thread.grf) {
    for (std::size_t i = 0; i < 8; ++i) {
      const float number = static_cast<float>(static_cast<std::int64_t>(random() % 2000) - 1000) / 8;
      const std::uint32_t bits =
          random() % 3 == 0 ? static_cast<std::uint32_t>(random()) : std::bit_cast<std::uint32_t>(number);
      std::memcpy(grf.bytes.data() + i * 4, &bits, 4);
    }
  }
  return thread;
}

void expect_same(const eu::Thread& jit, const eu::Thread& interpreter, const std::string& what) {
  for (std::size_t i = 0; i < jit.grf.size(); ++i)
    ASSERT_EQ(std::memcmp(&jit.grf[i], &interpreter.grf[i], 32), 0) << what << ": r" << i;
  ASSERT_EQ(jit.flag, interpreter.flag) << what;
  ASSERT_EQ(jit.acc, interpreter.acc) << what;
  ASSERT_EQ(jit.ip, interpreter.ip) << what;
  ASSERT_EQ(jit.instructions_executed, interpreter.instructions_executed) << what;
  ASSERT_EQ(jit.lane_operations, interpreter.lane_operations) << what;
}

// Instructions on lanes that can be executed.
isa::Instruction arithmetic(RandomPrograms& programs) {
  for (;;) {
    const isa::Instruction made = programs.instruction();
    const isa::OpcodeInfo& row = made.row();
    const bool computes = row.format == isa::Format::two_source || row.format == isa::Format::three_source ||
                          row.format == isa::Format::math;
    if (computes && row.opcode != isa::Opcode::wait && !made.dst.is_arf(isa::Arf::cr) && !made.dst.is_arf(isa::Arf::ip))
      return made;
  }
}

eu::Kernel kernel_of(std::vector<isa::Instruction> instructions) {
  return *eu::prepare(program(std::move(instructions)));
}

bool same(const eu::Thread& a, const eu::Thread& b) {
  return a.grf == b.grf && a.flag == b.flag && a.acc == b.acc && a.lane_operations == b.lane_operations;
}

// Describes the first instruction after which the engines differ.
std::string culprit(const std::vector<isa::Instruction>& instructions, const eu::Thread& start) {
  TestPort port = echo();
  for (std::size_t count = 1; count < instructions.size(); ++count) {
    std::vector<isa::Instruction> prefix(instructions.begin(),
                                         instructions.begin() + static_cast<std::ptrdiff_t>(count));
    prefix.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(prefix);
    eu::Thread expected = start;
    eu::Thread got = start;
    eu::run(kernel, expected, port);
    Runner().run(*compile(compiler(), kernel, {.control = start.control[0]}), got, port);
    if (same(expected, got)) continue;
    const isa::Instruction& last = instructions[count - 1];
    std::string text(last.row().mnemonic);
    text += " exec " + std::to_string(last.exec_size) + " math " + std::to_string(static_cast<int>(last.math)) +
            " cond " + std::to_string(static_cast<int>(last.cond_mod)) + " sat " + std::to_string(last.saturate);
    for (const isa::Operand* operand : {&last.dst, &last.src[0], &last.src[1], &last.src[2]})
      text += " | r" + std::to_string(operand->nr) + ":" + std::string(isa::info(operand->type).name) +
              (operand->negate ? " neg" : "") + (operand->absolute ? " abs" : "") + " w" +
              std::to_string(operand->region.width);
    return text;
  }
  return "none";
}

TEST(CompiledKernel, RandomArithmeticLeavesTheInterpretersBits) {
  std::mt19937_64 random(20);
  TestPort port = echo();
  Runner runner;
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    RandomPrograms programs(isa::kGen9, static_cast<std::uint64_t>(round));
    std::vector<isa::Instruction> instructions;
    for (int i = 0; i < 30; ++i) instructions.push_back(arithmetic(programs));
    instructions.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(instructions);
    const std::uint32_t control = round % 3 == 0 ? 0 : 0x4C0;  // without denormals, and with
    const auto compiled = compile_random(compiler(), kernel, {.control = control});
    if (!compiled) {
      ASSERT_LE(++refused, 2);  // LLVM's back end has no code for some shuffles
      continue;
    }
    for (int run = 0; run < 4; ++run) {
      eu::Thread expected = random_thread(random, run == 0 ? 0xFFFFU : static_cast<std::uint32_t>(random()) & 0xFFFF);
      expected.control[0] = control;
      const eu::Thread start = expected;
      eu::Thread got = expected;
      const eu::Outcome a = eu::run(kernel, expected, port);
      const eu::Outcome b = runner.run(*compiled, got, port);
      ASSERT_EQ(a.stop, b.stop);
      ASSERT_TRUE(same(expected, got)) << culprit(instructions, start);
      ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, "round " + std::to_string(round)));
    }
  }
}

// Compiles chains of instructions on halves. Some operands are NaNs from the beginning, and some results are NaNs. Each
// NaN in a register, a flag or a word of the result must be the canonical NaN.
TEST(CompiledKernel, ChainsOfHalvesLeaveTheOneNan) {
  using enum isa::Type;
  std::mt19937_64 random(22);
  const auto any = [&](isa::Type type) { return src(10 + static_cast<unsigned>(random() % 6), type, {16, 16, 1}); };
  TestPort port = echo();
  Runner runner;
  for (int round = 0; round < 20; ++round) {
    std::vector<isa::Instruction> instructions;
    for (int i = 0; i < 40; ++i) {
      constexpr isa::Opcode kOpcodes[] = {isa::Opcode::mul, isa::Opcode::add, isa::Opcode::mul, isa::Opcode::add,
                                          isa::Opcode::cmp, isa::Opcode::sel, isa::Opcode::xor_};
      isa::Instruction made{.opcode = kOpcodes[static_cast<std::size_t>(i % 9 == 8 ? 4 + random() % 3 : random() % 4)],
                            .exec_size = 16};
      const bool is_bits = made.opcode == isa::Opcode::xor_;
      made.dst = any(is_bits ? uw : hf);
      made.dst.region = {0, 1, 1};
      made.src[0] = any(made.dst.type);
      made.src[1] = any(made.dst.type);
      if (made.opcode == isa::Opcode::cmp || made.opcode == isa::Opcode::sel) made.cond_mod = isa::CondMod::l;
      made.src[0].negate = !is_bits && random() % 4 == 0;
      instructions.push_back(made);
    }
    instructions.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(instructions);
    const auto compiled = compile(compiler(), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (const std::uint32_t channels : {0xFFFFU, 0x5A5AU}) {
      eu::Thread expected = random_thread(random, channels);
      // Small numbers, infinities and NaNs, which arithmetic makes more of; two registers of anything.
      constexpr std::uint16_t kHalves[] = {0x3C00, 0xBC01, 0x0001, 0x7C00, 0xFC00, 0x7C01, 0xFE12, 0x4000};
      std::array<std::uint16_t, 64> halves;
      for (std::uint16_t& half : halves) half = kHalves[random() % std::size(kHalves)];
      std::memcpy(expected.grf.data() + 10, halves.data(), sizeof halves);
      const eu::Thread start = expected;
      eu::Thread got = expected;
      eu::run(kernel, expected, port);
      runner.run(*compiled, got, port);
      ASSERT_TRUE(same(expected, got)) << culprit(instructions, start);
    }
  }
}

// A bit select by a constant, as three instructions and as two. Disabled channels keep their values.
TEST(CompiledKernel, BitSelectsLeaveWhatChannelsOffHad) {
  using enum isa::Type;
  std::mt19937_64 random(21);
  const auto logic = [](isa::Opcode opcode, isa::Operand to, isa::Operand from, isa::Operand with) {
    to.region = {0, 1, 1};
    return op(opcode, 8, to, from, with);
  };
  TestPort port = echo();
  Runner runner;
  for (const std::uint32_t mask : {0x8000'0000U, 0x7FFF'FFFFU, 0xFF00'FF00U, 0x0000'FFFFU}) {
    const isa::Operand x = src(10, ud), y = src(11, ud), a = src(12, ud), b = src(13, ud), v = src(14, ud),
                       w = src(15, ud);
    const eu::Kernel kernel =
        kernel_of({logic(isa::Opcode::and_, a, x, imm(ud, mask)), logic(isa::Opcode::and_, b, y, imm(ud, ~mask)),
                   logic(isa::Opcode::or_, y, a, b), logic(isa::Opcode::xor_, a, v, w),
                   logic(isa::Opcode::and_, a, a, imm(ud, mask)), logic(isa::Opcode::xor_, w, a, w), end_of_thread()});
    const auto compiled = compile(compiler(), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (const std::uint32_t channels : {0xFFU, 0x5AU, 0x01U}) {
      eu::Thread expected = random_thread(random, channels);
      eu::Thread got = expected;
      eu::run(kernel, expected, port);
      runner.run(*compiled, got, port);
      ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, std::to_string(mask) + " " + std::to_string(channels)));
    }
  }
}

// The attributes of pixel shaders: source 0 is p, q, -, r for all channels; u and v of eight channels each follow.
TEST(CompiledKernel, PlanesLeaveTheInterpretersBits) {
  using enum isa::Type;
  std::mt19937_64 random(23);
  TestPort port = echo();
  Runner runner;
  const auto coefficients = [](unsigned element) { return scalar(10, f, element); };
  std::vector<isa::Instruction> instructions{
      op(isa::Opcode::pln, 16, dst(20, f), coefficients(0), src(12, f)),
      op(isa::Opcode::pln, 8, dst(22, f), coefficients(4), src(14, f)),
      op(isa::Opcode::line, 16, dst(24, f), coefficients(4), src(16, f)),
  };
  instructions.push_back(instructions[0]);
  instructions.back().dst = dst(26, f);
  instructions.back().src[0].negate = true;
  instructions.back().src[1].absolute = true;
  instructions.back().saturate = true;
  instructions.push_back(end_of_thread());
  const eu::Kernel kernel = kernel_of(instructions);
  bool calls_interpreter = true;
  const Inspection look{.module =
                            [&](const llvm::Module& module) {
                              const llvm::Function* called = module.getFunction(kExecuteOne);
                              calls_interpreter = called != nullptr && !called->use_empty();
                            },
                        .assembly = {}};
  ASSERT_TRUE(compile_object(compiler(), kernel, {.control = 0x4C0}, "k", look));
  EXPECT_FALSE(calls_interpreter);
  const auto compiled = compile(compiler(), kernel, {.control = 0x4C0});
  ASSERT_TRUE(compiled) << compiled.error().message;
  for (const std::uint32_t channels : {0xFFFFU, 0x5A5AU, 0x1U}) {
    for (int run = 0; run < 20; ++run) {
      eu::Thread expected = random_thread(random, channels);
      const eu::Thread start = expected;
      eu::Thread got = expected;
      eu::run(kernel, expected, port);
      runner.run(*compiled, got, port);
      ASSERT_TRUE(same(expected, got)) << culprit(instructions, start);
      ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, std::to_string(channels)));
    }
  }
}

// math.invm or math.rsqtm and the iteration that a program skips where the early-out flag is set, as Intel's compiler
// writes a division and a root of doubles.
std::vector<isa::Instruction> division_sequence(isa::MathFunction function) {
  using enum isa::Type;
  const auto macro = [](isa::Instruction made) {
    made.access_mode = isa::AccessMode::align16;
    made.dst.write_mask = 0;  // accumulators acc2..acc9 in place of components: acc2 for the result, none for sources
    for (isa::Operand& source : made.src) source.swizzle = 8;
    made.flag_nr = 1;
    made.channel_offset = 4;
    return made;
  };
  const isa::Region row{2, 2, 1};
  isa::Instruction start = macro(op(isa::Opcode::math, 4, dst(10, df), src(12, df, row), src(13, df, row)));
  start.math = function;
  isa::Instruction skip = predicated(op(isa::Opcode::if_, 4, null()), true);
  skip.channel_offset = 4;
  skip.flag_nr = 1;
  skip.jip = skip.uip = 32;
  isa::Instruction end = op(isa::Opcode::endif, 4, null());
  end.channel_offset = 4;
  end.jip = 16;
  return {start, skip,
          macro(op(isa::Opcode::madm, 4, dst(10, df), src(14, df, row), src(15, df, row), src(10, df, row))), end,
          end_of_thread()};
}

// Quotients and roots of doubles, with zeros, infinities, NaNs and denormals among them. The channels that are off keep
// registers and flags.
TEST(CompiledKernel, DivisionAndRootOfDoublesSetEarlyOut) {
  std::mt19937_64 random(22);
  TestPort port = echo();
  Runner runner;
  constexpr std::uint64_t kSpecial[] = {0,
                                        0x8000'0000'0000'0000,
                                        0x7FF0'0000'0000'0000,
                                        0xFFF0'0000'0000'0000,
                                        0x7FF8'0000'0000'0001,
                                        0x7FF0'0000'0000'0001,
                                        1,
                                        0x800F'FFFF'FFFF'FFFF,
                                        0x7FEF'FFFF'FFFF'FFFF};
  const auto number = [&]() -> std::uint64_t {
    if (random() % 3 == 0) return kSpecial[random() % std::size(kSpecial)];
    if (random() % 2 == 0) return random();
    return std::bit_cast<std::uint64_t>(static_cast<double>(random() % 100'000) / 64);
  };
  const auto avx2 = test::make_compiler("x86-64-v3");
  for (const isa::MathFunction function : {isa::MathFunction::invm, isa::MathFunction::rsqtm}) {
    const eu::Kernel kernel = kernel_of(division_sequence(function));
    for (HostCompiler* const host : {&compiler(), avx2.get()}) {
      for (const std::uint32_t control : {0x4C0U, 0U}) {  // with denormals, and without
        const auto compiled = compile(*host, kernel, {.control = control});
        ASSERT_TRUE(compiled) << compiled.error().message;
        for (int run = 0; run < 200; ++run) {
          eu::Thread expected =
              random_thread(random, run % 2 == 0 ? 0xFFU : static_cast<std::uint32_t>(random()) & 0xFF);
          expected.control[0] = control;
          expected.flag[1] = static_cast<std::uint32_t>(random());
          for (const unsigned at : {12U, 13U})
            for (unsigned i = 0; i < 4; ++i) {
              const std::uint64_t bits = number();
              std::memcpy(expected.grf[at].bytes.data() + i * 8, &bits, 8);
            }
          eu::Thread got = expected;
          eu::run(kernel, expected, port);
          runner.run(*compiled, got, port);
          ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, "control " + std::to_string(control)));
        }
      }
    }
  }
}

// Branches of four or eight channels of a thread of sixteen, over instructions of the same channels and of others. All
// of the branch's channels skip them, or some, or none.
TEST(CompiledKernel, BranchesOfSomeChannelsCountWhatTheOthersPass) {
  using enum isa::Type;
  std::mt19937_64 random(23);
  TestPort port = echo();
  Runner runner;
  for (int round = 0; round < 60; ++round) {
    const auto size = static_cast<unsigned>(random() % 2 == 0 ? 4 : 8);
    const auto offset = static_cast<std::uint8_t>(random() % (16 / size) * size);
    const auto part = [&](isa::Instruction made) {
      made.channel_offset = offset;
      return made;
    };
    isa::Instruction skip = part(predicated(op(isa::Opcode::if_, size, null()), random() % 2 == 0));
    std::vector<isa::Instruction> instructions{op(isa::Opcode::add, 16, dst(10, d), src(12, d), src(14, d)), skip};
    for (auto left = 1 + random() % 3; left != 0; --left) {
      instructions.push_back(part(op(isa::Opcode::add, size, dst(10, d), src(16, d), src(10, d))));
      isa::Instruction& last = instructions.back();
      if (random() % 4 == 0) last = conditional(last, isa::CondMod::z);
      if (random() % 4 == 0) last = predicated(last);
      if (random() % 8 == 0) last.no_mask = true;
      if (random() % 8 == 0) last.channel_offset ^= 8;
    }
    instructions[1].jip = instructions[1].uip = static_cast<std::int32_t>(instructions.size() - 1) * 16;
    instructions.push_back(part(op(isa::Opcode::endif, size, null())));
    instructions.back().jip = 16;
    instructions.push_back(op(isa::Opcode::xor_, 16, dst(18, d), src(10, d), src(14, d)));
    instructions.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(instructions);
    const auto compiled = compile(compiler(), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (int run = 0; run < 12; ++run) {
      eu::Thread expected =
          random_thread(random, run % 4 == 0 ? static_cast<std::uint32_t>(random()) & 0xFFFF : 0xFFFF);
      const auto bits = static_cast<std::uint32_t>(random());
      expected.flag[0] = run % 3 == 0 ? 0 : run % 3 == 1 ? ~0U : bits;
      eu::Thread got = expected;
      eu::run(kernel, expected, port);
      runner.run(*compiled, got, port);
      ASSERT_NO_FATAL_FAILURE(expect_same(got, expected, "round " + std::to_string(round)));
    }
  }
}

// The first instruction of many kernels enables denormals. It is recorded, without a call of the interpreter; one that
// is called later sees the mode.
TEST(CompiledKernel, KnownWritesOfControlAreRecorded) {
  using enum isa::Type;
  const isa::Operand control = arf(isa::Arf::cr, 0, ud, 0, {0, 1, 0});
  const isa::Instruction keep = no_mask(op(isa::Opcode::or_, 1, arf_dst(isa::Arf::cr, 0, ud), control, imm(uw, 0x4C0)));
  const isa::Instruction add = op(isa::Opcode::add, 8, dst(10, f), src(12, f), src(12, f));
  isa::Instruction indirect = add;
  indirect.dst.indirect = true;
  indirect.dst.addr_imm = 20 * 32;
  isa::Instruction overflows = add;  // the interpreter executes it
  overflows.cond_mod = isa::CondMod::o;

  const auto calls_interpreter = [](std::vector<isa::Instruction> instructions) {
    instructions.push_back(end_of_thread());
    bool calls = false;
    const Inspection look{.module =
                              [&](const llvm::Module& module) {
                                const llvm::Function* called = module.getFunction(kExecuteOne);
                                calls = called != nullptr && !called->use_empty();
                              },
                          .assembly = {}};
    EXPECT_TRUE(compile_object(compiler(), kernel_of(std::move(instructions)), {}, "k", look));
    return calls;
  };
  EXPECT_FALSE(calls_interpreter({keep, add}));
  EXPECT_FALSE(calls_interpreter({keep, add, indirect}));
  EXPECT_TRUE(calls_interpreter({keep, add, overflows}));
  for (const isa::MathFunction function : {isa::MathFunction::invm, isa::MathFunction::rsqtm})
    EXPECT_FALSE(calls_interpreter({keep, division_sequence(function)[1]}));
  // Compilers write n0 before each barrier. It is read-only, so the write does nothing.
  const isa::Instruction clear = no_mask(op(isa::Opcode::mov, 1, arf_dst(isa::Arf::n, 0, ud), imm(ud, 0)));
  EXPECT_FALSE(calls_interpreter({clear, add}));
  isa::Instruction round = keep;  // the host's rounding mode has to change
  round.src[1].imm = 0x10;
  EXPECT_TRUE(calls_interpreter({round, add}));

  for (const auto& instructions : {std::vector{keep, add, overflows, end_of_thread()},
                                   std::vector{add, keep, indirect, overflows, round, add, end_of_thread()}}) {
    const eu::Kernel kernel = kernel_of(instructions);
    eu::Thread expected;
    eu::start(expected, 0xFFFF);
    for (std::uint32_t i = 0; i < 8; ++i) std::memcpy(expected.grf[12].bytes.data() + 4 * i, &i, 4);  // denormals
    eu::Thread got = expected;
    TestPort port = echo();
    eu::run(kernel, expected, port);
    Runner().run(*compile(compiler(), kernel, {}), got, port);
    expect_same(got, expected, "denormals");
    EXPECT_EQ(got.control, expected.control);
  }
}

}  // namespace
}  // namespace eugene::jit
