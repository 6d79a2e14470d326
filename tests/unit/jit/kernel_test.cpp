// Whole kernels: the JIT leaves the registers, flags, accumulators, counts and stop that the interpreter leaves.
#include "jit/host/compiled_kernel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "unit/jit/compilers.h"

namespace eugene::jit {
namespace {

// Echoes the sum of each payload dword into the response; ends threads on the spawner; waits are never released.
class EchoPort final : public eu::MessagePort {
 public:
  eu::SendStatus send(const eu::SendRequest& request) override {
    if (request.instruction.send.eot) return eu::SendStatus::end_of_thread;
    for (eu::Grf& grf : request.response) {
      for (std::byte& byte : grf.bytes) byte ^= std::byte{0x5A};
      if (!request.payload.empty()) grf.bytes[0] ^= request.payload[0].bytes[0];
    }
    return eu::SendStatus::done;
  }
  eu::Fault take_fault() override { return {}; }
};

using testing::compiler;

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

isa::Operand grf(unsigned nr, isa::Type type, isa::Region region = {8, 8, 1}, unsigned subnr = 0) {
  return {.file = isa::RegFile::grf,
          .type = type,
          .nr = static_cast<std::uint8_t>(nr),
          .subnr = static_cast<std::uint8_t>(subnr),
          .region = region};
}

// The same operands in Align16; elements of 64 bits take the components by pairs.
void make_align16(isa::Instruction& made, std::mt19937_64& random) {
  made.access_mode = isa::AccessMode::align16;
  made.dst.region.hstride = 1;
  const auto mask = static_cast<std::uint8_t>(random() % 16);
  made.dst.write_mask = isa::size_of(made.dst.type) == 8 ? static_cast<std::uint8_t>(mask < 8 ? 3 : 12) : mask;
  for (unsigned i = 0; i < made.row().sources; ++i) {
    isa::Operand& source = made.src[i];
    const bool pairs = isa::size_of(source.type) == 8;
    constexpr std::uint8_t kPairs[] = {0x44, 0xE4, 0x4E, 0xEE};
    source.region = {static_cast<std::uint8_t>(random() % 4 == 0 ? 0 : pairs ? 2 : 4), 4, 1};
    source.subnr = static_cast<std::uint8_t>(16 * (random() % 2));
    source.swizzle = pairs ? kPairs[random() % 4] : static_cast<std::uint8_t>(random());
  }
}

// One random ALU instruction over r10 to r60.
isa::Instruction random_instruction(std::mt19937_64& random) {
  using enum isa::Type;
  const auto pick = [&](auto... values) {
    const std::common_type_t<decltype(values)...> list[] = {values...};
    return list[static_cast<std::size_t>(random() % std::size(list))];
  };
  for (;;) {
    const isa::OpcodeInfo& row = isa::kOpcodes[static_cast<std::size_t>(random() % isa::kOpcodeCount)];
    if (!row.in(isa::kGen9) || (row.format != isa::Format::two_source && row.format != isa::Format::three_source &&
                                row.format != isa::Format::math))
      continue;
    if (row.opcode == isa::Opcode::wait || row.opcode == isa::Opcode::smov || row.opcode == isa::Opcode::movi) continue;
    isa::Instruction made{.opcode = row.opcode};
    made.exec_size = pick(std::uint8_t{1}, std::uint8_t{4}, std::uint8_t{8}, std::uint8_t{16});
    made.no_mask = random() % 4 == 0;
    if (row.has(isa::kPred) && random() % 3 == 0) {
      made.pred_control = isa::PredControl::normal;
      made.pred_inverse = random() % 2 == 0;
    }
    made.flag_nr = static_cast<std::uint8_t>(random() % 2);
    made.flag_subnr = static_cast<std::uint8_t>(random() % 2);
    made.saturate = row.has(isa::kSat) && random() % 4 == 0;
    if (row.has(isa::kCond) && (random() % 3 == 0 || row.opcode == isa::Opcode::cmp ||
                                row.opcode == isa::Opcode::cmpn || row.opcode == isa::Opcode::csel))
      made.cond_mod = static_cast<isa::CondMod>(1 + random() % 6);
    if (row.format == isa::Format::math) {
      made.math = static_cast<isa::MathFunction>(pick(1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13));
    }
    const bool wide = random() % 8 == 0;
    isa::Type type = pick(f, f, f, d, ud, w, uw, b, ub, hf, df, q);
    if (row.format == isa::Format::three_source) type = pick(f, d, ud, df);
    if ((row.types & isa::set_of(type)) == 0) continue;
    made.dst = grf(10 + static_cast<unsigned>(random() % 24) * 2, type, {0, 1, 1});
    if (row.format != isa::Format::three_source && random() % 4 == 0) made.dst.type = pick(f, d, ud, w, uw, hf);
    if (wide && isa::size_of(made.dst.type) < 4) made.dst.region.hstride = 2;
    for (unsigned i = 0; i < row.sources; ++i) {
      const isa::Region region = pick(0, 1, 2) == 0 ? isa::Region{0, 1, 0} : isa::Region{8, 8, 1};
      made.src[i] = grf(10 + static_cast<unsigned>(random() % 24) * 2, type, region);
      if (made.exec_size < 8 && region.width == 8)
        made.src[i].region = {made.exec_size, made.exec_size, static_cast<std::uint8_t>(made.exec_size > 1)};
      if (row.has(isa::kMods) && random() % 4 == 0) made.src[i].negate = true;
      if (row.has(isa::kMods) && !row.has(isa::kLogic) && random() % 4 == 0) made.src[i].absolute = true;
    }
    if (random() % 4 == 0) make_align16(made, random);
    return made;
  }
}

isa::Instruction end_of_thread() {
  isa::Instruction made{.opcode = isa::Opcode::send, .exec_size = 8, .no_mask = true};
  made.send = {.sfid = isa::Sfid::spawner, .eot = true, .descriptor = 0x02000010};
  made.dst = {.file = isa::RegFile::arf, .type = isa::Type::ud};
  made.src[0] = grf(127, isa::Type::ud);
  return made;
}

eu::Kernel kernel_of(std::vector<isa::Instruction> instructions) {
  isa::Program program;
  program.instructions = std::move(instructions);
  for (std::size_t i = 0; i < program.instructions.size(); ++i)
    program.offsets.push_back(static_cast<std::uint32_t>(i * 16));
  return *eu::prepare(std::move(program));
}

bool same(const eu::Thread& a, const eu::Thread& b) {
  return a.grf == b.grf && a.flag == b.flag && a.acc == b.acc && a.lane_operations == b.lane_operations;
}

// Describes the first instruction after which the engines differ.
std::string culprit(const std::vector<isa::Instruction>& instructions, const eu::Thread& start) {
  EchoPort port;
  for (std::size_t count = 1; count < instructions.size(); ++count) {
    std::vector<isa::Instruction> prefix(instructions.begin(),
                                         instructions.begin() + static_cast<std::ptrdiff_t>(count));
    prefix.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(prefix);
    eu::Thread expected = start;
    eu::Thread got = start;
    eu::run(kernel, expected, port);
    Runner().run(*compile(compiler(), kernel, {.control = 0x4C0}), got, port);
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
  EchoPort port;
  Runner runner;
  for (int round = 0; round < 60; ++round) {
    std::vector<isa::Instruction> instructions;
    for (int i = 0; i < 30; ++i) instructions.push_back(random_instruction(random));
    instructions.push_back(end_of_thread());
    const eu::Kernel kernel = kernel_of(instructions);
    const auto compiled = compile(compiler(), kernel, {.control = 0x4C0});
    ASSERT_TRUE(compiled) << compiled.error().message;
    for (int run = 0; run < 4; ++run) {
      eu::Thread expected = random_thread(random, run == 0 ? 0xFFFFU : static_cast<std::uint32_t>(random()) & 0xFFFF);
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

// Halves that become NaNs on the way, and any NaN to begin with: the one NaN is where it can be seen, in registers,
// flags and words.
TEST(CompiledKernel, ChainsOfHalvesLeaveTheOneNan) {
  using enum isa::Type;
  std::mt19937_64 random(22);
  const auto any = [&](isa::Type type) { return grf(10 + static_cast<unsigned>(random() % 6), type, {16, 16, 1}); };
  EchoPort port;
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

// A bit select by a constant, as three instructions and as two, over what channels that are off keep.
TEST(CompiledKernel, BitSelectsLeaveWhatChannelsOffHad) {
  using enum isa::Type;
  std::mt19937_64 random(21);
  const auto logic = [](isa::Opcode opcode, isa::Operand to, isa::Operand from, isa::Operand with) {
    isa::Instruction made{.opcode = opcode, .exec_size = 8, .dst = to};
    made.dst.region = {0, 1, 1};
    made.src[0] = from;
    made.src[1] = with;
    return made;
  };
  const auto immediate = [](std::uint32_t value) {
    return isa::Operand{.file = isa::RegFile::imm, .type = ud, .imm = value};
  };
  EchoPort port;
  Runner runner;
  for (const std::uint32_t mask : {0x8000'0000U, 0x7FFF'FFFFU, 0xFF00'FF00U, 0x0000'FFFFU}) {
    const isa::Operand x = grf(10, ud), y = grf(11, ud), a = grf(12, ud), b = grf(13, ud), v = grf(14, ud),
                       w = grf(15, ud);
    const eu::Kernel kernel = kernel_of(
        {logic(isa::Opcode::and_, a, x, immediate(mask)), logic(isa::Opcode::and_, b, y, immediate(~mask)),
         logic(isa::Opcode::or_, y, a, b), logic(isa::Opcode::xor_, a, v, w),
         logic(isa::Opcode::and_, a, a, immediate(mask)), logic(isa::Opcode::xor_, w, a, w), end_of_thread()});
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

// The first instruction of many kernels enables denormals. It is recorded, without a call of the interpreter; one that
// is called later sees the mode.
TEST(CompiledKernel, KnownWritesOfControlAreRecorded) {
  using enum isa::Type;
  const isa::Operand control{.file = isa::RegFile::arf, .type = ud, .nr = 0x80, .region = {0, 1, 0}};
  isa::Instruction keep{.opcode = isa::Opcode::or_, .no_mask = true};
  keep.dst = keep.src[0] = control;
  keep.dst.region = {0, 1, 1};
  keep.src[1] = {.file = isa::RegFile::imm, .type = uw, .imm = 0x4C0};
  isa::Instruction add{.opcode = isa::Opcode::add, .exec_size = 8, .dst = grf(10, f, {0, 1, 1})};
  add.src[0] = add.src[1] = grf(12, f);
  isa::Instruction indirect = add;
  indirect.dst.indirect = true;
  indirect.dst.addr_imm = 20 * 32;

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
  EXPECT_TRUE(calls_interpreter({keep, add, indirect}));
  isa::Instruction round = keep;  // the host's rounding mode has to change
  round.src[1].imm = 0x10;
  EXPECT_TRUE(calls_interpreter({round, add}));

  for (const auto& instructions : {std::vector{keep, add, indirect, end_of_thread()},
                                   std::vector{add, keep, indirect, round, add, end_of_thread()}}) {
    const eu::Kernel kernel = kernel_of(instructions);
    eu::Thread expected;
    eu::start(expected, 0xFFFF);
    for (std::uint32_t i = 0; i < 8; ++i) std::memcpy(expected.grf[12].bytes.data() + 4 * i, &i, 4);  // denormals
    eu::Thread got = expected;
    EchoPort port;
    eu::run(kernel, expected, port);
    Runner().run(*compile(compiler(), kernel, {}), got, port);
    expect_same(got, expected, "denormals");
    EXPECT_EQ(got.control, expected.control);
  }
}

}  // namespace
}  // namespace eugene::jit
