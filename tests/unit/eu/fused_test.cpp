// Fused handlers against the general path: random instructions of exactly the shapes that have a handler, bit for bit.
#include <algorithm>
#include <random>

#include "bench.h"
#include "eu/prepared_op.h"
#include "support/random_program.h"
#include "support/whole_thread.h"

namespace eugene::eu::test {
namespace {

using isa::CondMod;

class Shapes {
 public:
  explicit Shapes(unsigned seed) : random_(seed) {}

  void fill(Thread& thread) {
    constexpr std::uint32_t kSpecial[] = {0,          1,          0xFFFFFFFF, 0x80000000, 0x7FFFFFFF,
                                          0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001,
                                          0xFFA00001, 0x00000001, 0x80000001, 0x7FF00000};
    for (Grf& grf : thread.grf) {
      for (unsigned i = 0; i < 8; ++i) {
        const auto word = chance(50) ? kSpecial[below(std::size(kSpecial))] : static_cast<std::uint32_t>(random_());
        std::memcpy(grf.bytes.data() + 4 * i, &word, 4);
      }
    }
    thread.flag = {static_cast<std::uint32_t>(random_()), static_cast<std::uint32_t>(random_())};
    thread.running = chance(40) ? ~0U : static_cast<std::uint32_t>(random_());
    thread.dispatched = ~0U;
    for (std::uint32_t& ip : thread.channel_ip) ip = 0xFFFFFFF8;
    constexpr std::uint32_t kModes[] = {0x4C0, 0x4C0, 0x4C0, 0,
                                        0x4D0, 0x4E0, 0x4F0, 0x4C1};  // roundings, flushing, ALT
    thread.control[0] = kModes[below(std::size(kModes))];
  }

  Instruction next() {
    constexpr Opcode kInteger[] = {Opcode::mov, Opcode::not_, Opcode::and_, Opcode::or_,  Opcode::xor_, Opcode::shr,
                                   Opcode::shl, Opcode::asr,  Opcode::add,  Opcode::mul,  Opcode::lzd,  Opcode::bfe,
                                   Opcode::cmp, Opcode::sel,  Opcode::bfi1, Opcode::bfi2, Opcode::mad,  Opcode::math};
    constexpr Opcode kFloat[] = {Opcode::mov, Opcode::add,  Opcode::mul,  Opcode::mad,  Opcode::mad,
                                 Opcode::frc, Opcode::rndu, Opcode::rndd, Opcode::rnde, Opcode::rndz,
                                 Opcode::cmp, Opcode::sel,  Opcode::math, Opcode::math};
    constexpr std::uint8_t kSizes[] = {1, 8, 8, 16, 16, 32};
    const bool floats = chance(50);
    i_ = {.opcode = floats ? kFloat[below(std::size(kFloat))] : kInteger[below(std::size(kInteger))]};
    i_.exec_size = kSizes[below(std::size(kSizes))];
    if (i_.opcode == Opcode::math) function(floats);
    type_ = types(floats);
    if (isa::byte_size(type_) == 8) i_.exec_size = std::min<std::uint8_t>(i_.exec_size, 16);
    for (unsigned s = 0; s < sources(); ++s) i_.src[s] = source(s);
    i_.dst = place(type_);
    masks();
    if (i_.opcode == Opcode::cmp || (i_.opcode == Opcode::sel && chance(50))) condition();
    if (i_.opcode == Opcode::cmp && chance(60)) i_.dst = null(type_);
    return i_;
  }

 private:
  unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance(unsigned percent) { return below(100) < percent; }

  void function(bool floats) {
    using enum isa::MathFunction;
    constexpr isa::MathFunction kFloat[] = {inv, log, exp, sqt, rsq, sin, cos, fdiv, pow};
    i_.math = floats ? kFloat[below(std::size(kFloat))] : chance(50) ? iqot : irem;
    i_.exec_size = std::min<std::uint8_t>(i_.exec_size, 16);
  }
  unsigned sources() const {
    return i_.opcode == Opcode::math && !isa::takes_two_sources(i_.math) ? 1 : i_.row().sources;
  }

  Type types(bool floats) {
    if (i_.opcode == Opcode::math) return floats ? Type::f : chance(50) ? Type::ud : Type::d;
    if (floats && chance(20)) return Type::hf;
    if (floats) return chance(80) || i_.row().sources == 1 ? Type::f : Type::df;
    const isa::OpcodeInfo& row = i_.row();
    if (row.lanes == isa::IntegerLanes::bits || row.lanes == isa::IntegerLanes::dword)
      return chance(50) ? Type::ud : Type::d;
    const bool moves = i_.opcode == Opcode::mov || i_.opcode == Opcode::sel;
    constexpr Type kTypes[] = {Type::d, Type::ud, Type::d, Type::ud, Type::q, Type::uw, Type::ub};
    return kTypes[below(moves ? 7 : 5)];
  }

  Operand place(Type type) {
    Operand o = dst(20 + below(12), type);
    if (chance(15)) o.subnr = static_cast<std::uint8_t>(below(kGrfBytes / isa::byte_size(type)) * isa::byte_size(type));
    return o;
  }

  // Packed, a scalar (of integers also a narrower one) or an immediate. Registers are few, so that they often overlap.
  Operand source(unsigned s) {
    const bool wide = isa::byte_size(type_) == 8;
    if (chance(20) && i_.row().sources < 3 && isa::byte_size(type_) >= 4 && !(wide && i_.row().sources > 1))
      return imm(type_, chance(50) ? below(40) : random_() & (wide ? ~0ULL : 0xFFFFFFFFULL));
    Operand o = place(type_);
    const auto width = std::min<std::uint8_t>(i_.exec_size, 8);
    o.region = i_.exec_size == 1 || chance(30) ? Region{0, 1, 0} : Region{width, width, 1};
    const bool is_scalar = o.region.width == 1;
    const bool moves = i_.opcode == Opcode::mov || i_.opcode == Opcode::sel;
    constexpr Type kNarrow[] = {Type::uw, Type::w, Type::ub, Type::b, Type::uw};
    if (is_scalar && s > 0 && !moves && !isa::is_float(type_) && i_.row().sources == 2 && chance(30))
      o.type = kNarrow[below(std::size(kNarrow))];
    if (i_.row().has(isa::kMods) && chance(20)) o.negate = true;
    if (i_.row().has(isa::kMods) && !i_.row().has(isa::kLogic) && chance(10)) o.absolute = true;
    return o;
  }

  void masks() {
    i_.no_mask = chance(20);
    if (i_.exec_size <= 16 && chance(30))
      i_.channel_offset = static_cast<std::uint8_t>(i_.exec_size == 16 ? 16 : 8 * below(4));
    i_.flag_nr = static_cast<std::uint8_t>(below(2));
    if (i_.exec_size <= 16) i_.flag_subnr = static_cast<std::uint8_t>(below(2));
    if (!chance(i_.opcode == Opcode::sel ? 70 : 30)) return;
    i_.pred_control = isa::PredControl::normal;
    i_.pred_inverse = chance(50);
  }

  void condition() {
    constexpr CondMod kConditions[] = {CondMod::z, CondMod::nz, CondMod::g, CondMod::ge, CondMod::l, CondMod::le};
    i_.cond_mod = kConditions[below(std::size(kConditions))];
    if (i_.opcode == Opcode::sel) i_.pred_control = isa::PredControl::none;
  }

  std::mt19937_64 random_;
  Instruction i_;
  Type type_ = Type::d;
};

// run_until() with no stop executes every instruction by the general path.
Outcome run_generally(const Kernel& kernel, Thread& thread, MessagePort& port) {
  const std::vector<bool> stops(kernel.program().instructions.size());
  return *run_until(kernel, thread, port, {}, stops);
}

TEST(Fused, HandlersDoWhatTheGeneralPathDoes) {
  constexpr unsigned kTries = 40000;
  unsigned fused = 0;
  TestPort port;
  for (unsigned seed = 0; seed < kTries; ++seed) {
    Shapes shapes(seed);
    Bench bench;
    shapes.fill(bench.thread);
    const Instruction instruction = shapes.next();
    Result<Kernel> kernel = prepare(program({instruction, end_of_thread()}));
    ASSERT_TRUE(kernel) << seed;
    fused += kernel->prepared().fused[0].handler != nullptr ? 1 : 0;
    Thread expected = bench.thread;
    ASSERT_EQ(run_generally(*kernel, expected, port).stop, Stop::end_of_thread) << seed;
    ASSERT_EQ(run(*kernel, bench.thread, port).stop, Stop::end_of_thread) << seed;
    ASSERT_EQ(std::memcmp(&bench.thread, &expected, sizeof expected), 0)
        << seed << ": " << instruction.row().mnemonic << " (" << +instruction.exec_size << ')';
  }
  EXPECT_GT(fused, kTries / 2);  // or this compares the general path with itself
}

// The same for programs of any instructions, on Gen9 and on Gen12, whose mach and three-source operands are its own.
TEST(Fused, ProgramsDoWhatTheGeneralPathDoes) {
  for (const isa::Gen* gen : {&isa::kGen9, &isa::kGen12}) {
    unsigned fused = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
      eugene::test::RandomPrograms programs(*gen, seed);
      const Kernel kernel = programs.next(40);
      fused += static_cast<unsigned>(
          std::ranges::count_if(kernel.prepared().fused, [](const FusedOp& op) { return op.handler != nullptr; }));
      TestPort port;
      Thread expected = programs.thread();
      Thread thread = expected;
      const RunLimits limits{.instructions = 400};
      const std::vector<bool> stops(kernel.program().instructions.size());
      const Outcome outcome = run(kernel, thread, port, limits);
      ASSERT_EQ(run_until(kernel, expected, port, limits, stops)->stop, outcome.stop) << gen->name << ' ' << seed;
      ASSERT_EQ(std::memcmp(&thread, &expected, sizeof expected), 0) << gen->name << ' ' << seed;
    }
    EXPECT_GT(fused, 200U);
  }
}

// A shift uses five bits of its count, one of quadwords six, whatever the type of the count.
TEST(Fused, ShiftsUseTheBitsOfTheirCountThatTheGeneralPathUses) {
  for (const Opcode opcode : {Opcode::shl, Opcode::shr, Opcode::asr}) {
    for (const auto& [result, value, count] : {std::array{Type::d, Type::d, Type::q},
                                               {Type::d, Type::q, Type::d},
                                               {Type::q, Type::d, Type::d},
                                               {Type::q, Type::q, Type::q}}) {
      const Instruction shift = op(opcode, 1, dst(20, result), scalar(21, value), scalar(22, count));
      Result<Kernel> kernel = prepare(program({shift, end_of_thread()}));
      ASSERT_TRUE(kernel);
      TestPort port;
      Bench bench;
      Shapes(1).fill(bench.thread);
      bench.thread.grf[22] = {};
      bench.thread.grf[22].bytes[0] = std::byte{40};
      Thread expected = bench.thread;
      ASSERT_EQ(run_generally(*kernel, expected, port).stop, Stop::end_of_thread);
      ASSERT_EQ(run(*kernel, bench.thread, port).stop, Stop::end_of_thread);
      EXPECT_EQ(std::memcmp(&bench.thread, &expected, sizeof expected), 0)
          << shift.row().mnemonic << ' ' << isa::info(result).name << ' ' << isa::info(value).name << ' '
          << isa::info(count).name;
    }
  }
}

// Several consecutive instructions: counts, and the instruction at which the budget ends.
TEST(Fused, CountsAndBudgetAreThoseOfTheGeneralPath) {
  Shapes shapes(1);
  std::vector<Instruction> instructions;
  for (int i = 0; i < 50; ++i) instructions.push_back(shapes.next());
  instructions.push_back(end_of_thread());
  Result<Kernel> kernel = prepare(program(std::move(instructions)));
  ASSERT_TRUE(kernel);
  const std::vector<bool> stops(kernel->program().instructions.size());
  for (std::uint64_t budget = 0; budget < 60; ++budget) {
    TestPort port;
    Bench bench;
    shapes.fill(bench.thread);
    Thread expected = bench.thread;
    const auto general = run_until(*kernel, expected, port, {.instructions = budget}, stops);
    const Outcome outcome = run(*kernel, bench.thread, port, {.instructions = budget});
    ASSERT_EQ(outcome.stop, general->stop) << budget;
    ASSERT_EQ(std::memcmp(&bench.thread, &expected, sizeof expected), 0) << budget;
  }
}

bool is_fused(Instruction instruction) {
  Result<Kernel> kernel = prepare(program({std::move(instruction), end_of_thread()}));
  return kernel && kernel->prepared().fused[0].handler != nullptr;
}

TEST(Fused, MathAndComparisonsWithDestinationsHaveHandlers) {
  Instruction math = op(Opcode::math, 16, dst(10, Type::f), src(20, Type::f));
  math.math = isa::MathFunction::rsq;
  EXPECT_TRUE(is_fused(math));
  math.math = isa::MathFunction::invm;  // sets flags
  EXPECT_FALSE(is_fused(math));
  Instruction cmp = op(Opcode::cmp, 16, dst(10, Type::d), src(20, Type::f), src(30, Type::f));
  cmp.cond_mod = CondMod::l;
  EXPECT_TRUE(is_fused(cmp));
  cmp.dst.type = Type::w;
  EXPECT_FALSE(is_fused(cmp));
}

TEST(Fused, SumsAndProductsOfHalvesHaveHandlers) {
  for (const Opcode opcode : {Opcode::add, Opcode::mul})
    EXPECT_TRUE(is_fused(op(opcode, 16, dst(10, Type::hf), src(20, Type::hf), scalar(30, Type::hf))));
}

TEST(Fused, EffectsBeyondTheShapeAreLeftToTheGeneralPath) {
  Instruction add = op(Opcode::add, 16, dst(10, Type::f), src(20, Type::f), src(30, Type::f));
  EXPECT_TRUE(is_fused(add));
  Instruction changed = add;
  changed.acc_wr_en = true;
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.saturate = true;
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.cond_mod = CondMod::z;
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.breakpoint = true;
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.dst.region.hstride = 2;
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.dst.nr = 21;  // overlaps source 0: the second group would read results of the first
  EXPECT_FALSE(is_fused(changed));
  changed = add;
  changed.dst = arf_dst(isa::Arf::cr, 0, Type::f);
  EXPECT_FALSE(is_fused(changed));
}

}  // namespace
}  // namespace eugene::eu::test
