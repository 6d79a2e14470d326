// Random ALU instructions: the planned loops against the lane-by-lane oracle.
#include <random>
#include <sstream>

#include "oracle.h"

namespace eugene::eu::test {
namespace {

using isa::CondMod;

class Generator {
 public:
  explicit Generator(unsigned seed) : engine_(seed) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(engine_() % limit); }
  template <class T, std::size_t n>
  T one_of(const T (&list)[n]) {
    return list[below(n)];
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  // Registers full of values that matter: small, large, special floats of all sizes, noise.
  void fill(Thread& thread) {
    constexpr std::uint32_t kInteresting[] = {0,          1,          0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x3F800000,
                                              0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001, 0x00000001, 0x80000001,
                                              0x3C003C00, 0x7C00FC00, 0x7E017BFF, 0x00010203, 0x80FF7F01, 0x4F000000,
                                              0xCF000000, 0x477FE000, 0x33800000};
    for (Grf& grf : thread.grf) {
      for (unsigned i = 0; i < 8; ++i) {
        std::uint32_t word = static_cast<std::uint32_t>(engine_());
        if (chance(40)) word = one_of(kInteresting);
        if (chance(10)) word = below(64);
        std::memcpy(grf.bytes.data() + 4 * i, &word, 4);
      }
    }
    thread.flag = {static_cast<std::uint32_t>(engine_()), static_cast<std::uint32_t>(engine_())};
    thread.running = chance(30) ? ~0U : static_cast<std::uint32_t>(engine_());
    thread.dispatched = ~0U;
    for (std::uint32_t& ip : thread.channel_ip) ip = 0xFFFFFFF8;  // channels that do not run wait elsewhere
  }

  // Quadwords: one signedness for all, as 64-bit lanes hold it; a dword source here and there.
  void make_quadwords(Instruction& i) {
    const Type type = chance(50) ? Type::q : Type::uq;
    for (unsigned s = 0; s < i.row().sources; ++s) {
      Operand& operand = i.src[s];
      if (operand.is_imm())
        operand = imm(type == Type::q ? Type::d : Type::ud, below(60));
      else
        operand = with_type(operand, s > 0 && chance(30) ? (type == Type::q ? Type::d : Type::ud) : type);
      if (type == Type::uq)
        operand.negate = i.opcode == Opcode::add && s == 1 && operand.type == Type::uq && chance(50);
    }
    if (!i.dst.is_null()) i.dst = with_type(i.dst, type);
    if (i.opcode == Opcode::shr) i.opcode = Opcode::asr;  // the oracle's shr has dwords
    if (i.opcode == Opcode::avg) i.opcode = Opcode::add;
    if (i.opcode == Opcode::sel) i.src[1] = with_type(i.src[0], type);
  }
  static Operand with_type(Operand operand, Type type) {
    operand.type = type;
    operand.subnr = static_cast<std::uint8_t>(operand.subnr / isa::byte_size(type) * isa::byte_size(type));
    return operand;
  }

  // A source region of `size` elements that stays in the registers.
  Operand source(unsigned size, Type type) {
    if (chance(15) && isa::byte_size(type) >= 2 && !isa::info(type).is_vector) {
      const std::uint32_t bits = chance(50) ? below(70) : static_cast<std::uint32_t>(engine_());
      return imm(type, isa::byte_size(type) == 8 ? (static_cast<std::uint64_t>(engine_()) << 32) | bits : bits);
    }
    constexpr Region kRegions[] = {{8, 8, 1}, {0, 1, 0}, {16, 16, 1}, {4, 4, 1}, {2, 1, 0}, {16, 8, 2},
                                   {1, 1, 0}, {0, 4, 1}, {4, 1, 0},   {2, 4, 0}, {32, 8, 4}};
    Operand operand = src(20 + below(30), type, chance(50) ? kRegions[0] : one_of(kRegions));
    if (operand.region.width > size) operand.region = {0, 1, 0};
    if (chance(25))
      operand.subnr = static_cast<std::uint8_t>(below(kGrfBytes / isa::byte_size(type)) * isa::byte_size(type));
    return operand;
  }

  // Any components for dwords; for elements of 64 bits, which take two, one of the two pairs for each.
  std::uint8_t swizzle(Type type) {
    if (isa::byte_size(type) != 8) return static_cast<std::uint8_t>(below(256));
    return one_of({std::uint8_t{0x44}, std::uint8_t{0xE4}, std::uint8_t{0x4E}, std::uint8_t{0xEE}});  // xy is 4, zw 14
  }
  void make_align16(Instruction& i) {
    i.access_mode = isa::AccessMode::align16;
    for (unsigned s = 0; s < i.row().sources; ++s) {
      Operand& operand = i.src[s];
      if (operand.is_imm() || (i.row().sources == 3 && operand.region == Region{0, 1, 0})) continue;
      const bool quadword = isa::byte_size(operand.type) == 8;
      operand.region = {chance(20)               ? std::uint8_t{0}
                        : quadword && chance(50) ? std::uint8_t{2}
                                                 : std::uint8_t{4},
                        4, 1};
      operand.subnr &= 16;
      operand.swizzle = swizzle(operand.type);
    }
    i.dst.subnr &= 16;
    i.dst.region.hstride = 1;
    i.dst.write_mask = isa::byte_size(i.dst.type) == 8 ? one_of({std::uint8_t{3}, std::uint8_t{12}, std::uint8_t{15}})
                                                       : static_cast<std::uint8_t>(below(16));
  }

  Instruction instruction() {
    constexpr Opcode kOpcodes[] = {Opcode::mov,  Opcode::add, Opcode::mul,  Opcode::mad, Opcode::not_,
                                   Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::shl, Opcode::shr,
                                   Opcode::asr,  Opcode::avg, Opcode::cmp,  Opcode::sel};
    constexpr Type kInts[] = {Type::ub, Type::b, Type::uw, Type::w, Type::ud, Type::d, Type::ud, Type::d};
    constexpr Type kFloats[] = {Type::f, Type::f, Type::f, Type::hf, Type::df};
    constexpr unsigned kSizes[] = {1, 2, 4, 8, 8, 16, 16, 32};
    const Opcode opcode = one_of(kOpcodes);
    const unsigned size = one_of(kSizes);
    const isa::OpcodeInfo& row = isa::info(opcode);
    const bool arithmetic = opcode == Opcode::mov || opcode == Opcode::add || opcode == Opcode::mul ||
                            opcode == Opcode::cmp || opcode == Opcode::sel;
    const bool floats = opcode == Opcode::mad || (arithmetic && chance(50));
    Instruction i{.opcode = opcode, .exec_size = static_cast<std::uint8_t>(size)};
    const Type first = floats ? one_of(kFloats) : one_of(kInts);
    for (unsigned s = 0; s < row.sources; ++s) {
      Type type = first;
      if (!floats) type = one_of(kInts);
      if (first == Type::f && chance(20)) type = Type::hf;
      i.src[s] = source(size, opcode == Opcode::shr ? Type::ud : type);
      const bool modifiers = !i.src[s].is_imm() && opcode != Opcode::shr && opcode != Opcode::asr;
      if (modifiers && chance(25)) i.src[s].negate = true;
      if (modifiers && chance(15) && !row.has(isa::kLogic)) i.src[s].absolute = true;
    }
    i.dst = dst(18 + below(34),
                floats ? (first == Type::df ? Type::df : one_of({Type::f, Type::hf, Type::f})) : one_of(kInts));
    if (opcode == Opcode::mov && chance(40)) i.dst.type = floats ? one_of(kInts) : Type::f;
    if (first == Type::df && i.dst.type != Type::df) i.dst.type = Type::d;
    if (opcode == Opcode::sel) i.dst.type = i.src[0].type;
    if (opcode == Opcode::sel) i.src[1].type = i.src[0].type;  // format conversion is not allowed: 8.3.43
    if (chance(20)) i.dst.region.hstride = one_of({std::uint8_t{2}, std::uint8_t{4}});
    if (chance(20))
      i.dst.subnr =
          static_cast<std::uint8_t>(below(kGrfBytes / isa::byte_size(i.dst.type)) * isa::byte_size(i.dst.type));

    i.no_mask = chance(20);
    if (size <= 16 && chance(30)) i.channel_offset = static_cast<std::uint8_t>(below(32 / size) * size);
    i.channel_offset = static_cast<std::uint8_t>(i.channel_offset / 4 * 4);
    i.flag_nr = static_cast<std::uint8_t>(below(2));
    if (size <= 16 && i.channel_offset < 16) i.flag_subnr = static_cast<std::uint8_t>(below(2));
    if (chance(30)) {
      i.pred_control = isa::PredControl::normal;
      i.pred_inverse = chance(50);
    }
    constexpr CondMod kConditions[] = {CondMod::z, CondMod::nz, CondMod::g, CondMod::ge, CondMod::l, CondMod::le};
    if (opcode == Opcode::cmp || (row.has(isa::kCond) && chance(20))) i.cond_mod = one_of(kConditions);
    if (opcode == Opcode::cmp && chance(60)) i.dst = null(Type::d);
    if (opcode == Opcode::sel) {
      i.cond_mod = chance(50) ? one_of(kConditions) : CondMod::none;
      i.pred_control = i.cond_mod == CondMod::none ? isa::PredControl::normal : isa::PredControl::none;
    }
    const bool quadwords = !floats && chance(15);
    if (quadwords) make_quadwords(i);
    if (row.has(isa::kSat) && chance(20) && opcode != Opcode::shl && opcode != Opcode::shr && opcode != Opcode::asr)
      i.saturate = true;
    // A product of dwords may need more than 64 bits; 8.3.31 forbids to saturate it.
    if (opcode == Opcode::mul && !floats) i.saturate = false;
    // The magnitude of the least quadword does not fit its 64-bit lane.
    if (quadwords && (i.src[0].absolute || i.src[1].absolute)) i.saturate = false;
    if (quadwords && i.dst.type == Type::q && (i.src[0].negate || i.src[1].negate)) i.saturate = false;
    if (chance(row.sources == 3 ? 60 : 15)) make_align16(i);
    return i;
  }

 private:
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<unsigned>(list.size()))];
  }
  std::mt19937 engine_;
};

std::string describe(const Operand& o) {
  std::ostringstream text;
  if (o.is_imm())
    text << "imm " << o.imm;
  else
    text << 'r' << +o.nr << '+' << +o.subnr << '<' << +o.region.vstride << ';' << +o.region.width << ','
         << +o.region.hstride << '>';
  text << ':' << isa::info(o.type).name << (o.negate ? " neg" : "") << (o.absolute ? " abs" : "");
  return text.str();
}
std::string describe(const Instruction& i) {
  std::ostringstream text;
  text << i.row().mnemonic << (i.saturate ? ".sat" : "") << " cond " << static_cast<int>(i.cond_mod) << " ("
       << +i.exec_size << "|M" << +i.channel_offset << ") " << describe(i.dst);
  for (unsigned s = 0; s < i.row().sources; ++s) text << "  " << describe(i.src[s]);
  return text.str();
}

TEST(RandomAlu, LoopsAgreeWithTheLaneByLaneOracle) {
  TestPort port;
  for (unsigned seed = 0; seed < 30000; ++seed) {
    Generator generator(seed);
    Bench bench;
    generator.fill(bench.thread);
    const Instruction instruction = generator.instruction();
    const Thread before = bench.thread;
    const Thread expected = Oracle(before, instruction).run();
    Result<Kernel> kernel = prepare(program({instruction, end_of_thread()}));
    ASSERT_TRUE(kernel);
    const Outcome outcome = run(*kernel, bench.thread, port);
    ASSERT_EQ(outcome.stop, Stop::end_of_thread)
        << seed << ": " << describe(instruction) << (outcome.fault ? outcome.fault->what : "");
    for (unsigned nr = 0; nr < kGrfCount; ++nr) {
      for (unsigned byte = 0; byte < kGrfBytes; ++byte) {
        ASSERT_EQ(bench.thread.grf[nr].bytes[byte], expected.grf[nr].bytes[byte])
            << seed << ": " << describe(instruction) << " at r" << nr << " byte " << byte;
      }
    }
    ASSERT_EQ(bench.thread.flag, expected.flag) << seed << ": " << describe(instruction);
  }
}

}  // namespace
}  // namespace eugene::eu::test
