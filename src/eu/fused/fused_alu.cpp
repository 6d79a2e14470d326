// Fused arithmetic, logic and moves: sem's meanings for the lane types that compilers commonly use.
#include <algorithm>

#include "eu/execute/function_table.h"
#include "eu/fused/fused_lanes.h"
#include "sem/meaning.h"

namespace eugene::eu {

namespace {

using isa::IntegerLanes;
using isa::Opcode;

template <Opcode opcode, class T>
struct FusedMeaning {
  using Lane = T;
  template <class... Lanes>
  [[gnu::always_inline]] static T apply(Lanes... lanes) {
    const sem::Mode mode = kFusedMode<T>;  // a copy, because otherwise GCC does not inline the meaning
    return sem::Meaning<opcode>::apply(mode, lanes...);
  }
};

template <class T>
struct Copy {
  using Lane = T;
  [[gnu::always_inline]] static T apply(T value) { return value; }
};

// Opcodes that kernels execute often. Each adds some hundred bytes of code for each lane type and kind of sources.
constexpr std::array kFused{Opcode::mov,  Opcode::not_, Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::shr,
                            Opcode::shl,  Opcode::asr,  Opcode::add,  Opcode::mul, Opcode::mach, Opcode::mad,
                            Opcode::bfe,  Opcode::bfi1, Opcode::bfi2, Opcode::lzd, Opcode::frc,  Opcode::rndu,
                            Opcode::rndd, Opcode::rnde, Opcode::rndz};

template <class T>
constexpr bool is_fused_float(Opcode opcode) {
  const bool sums = opcode == Opcode::add || opcode == Opcode::mul || opcode == Opcode::mad;
  return std::is_same_v<T, float> || (std::is_same_v<T, double> && sums);
}

// True if choose_exec() gives the opcode lanes of T.
template <class T>
constexpr bool is_fused_integer(Opcode opcode) {
  const isa::OpcodeInfo& row = isa::info(opcode);
  if (opcode == Opcode::mov || sizeof(T) < 4) return false;  // Copy
  if (opcode == Opcode::mach) return std::is_same_v<T, std::int32_t>;
  if (std::is_same_v<T, std::uint32_t>) return row.lanes != IntegerLanes::wraps;
  if (std::is_same_v<T, std::uint64_t>) return row.has(isa::kLogic);
  return row.lanes != IntegerLanes::bits;
}

template <Opcode opcode, class T>
constexpr bool is_fused() {
  if constexpr (std::find(kFused.begin(), kFused.end(), opcode) == kFused.end() || !sem::is_lanewise<opcode, T>()) {
    return false;
  } else {
    return sem::FloatElement<T> ? is_fused_float<T>(opcode) : is_fused_integer<T>(opcode);
  }
}

// Opcodes whose sources are often negated, to turn a sum into a difference.
constexpr bool has_modified(Opcode opcode, bool is_dword) {
  return is_dword && (opcode == Opcode::mov || opcode == Opcode::add || opcode == Opcode::mul || opcode == Opcode::mad);
}

constexpr auto kHandlers = make_function_table<FusedVariants, isa::kOpcodeCount,
                                               kExecCount>([]<std::size_t code, std::size_t exec>() -> FusedVariants {
  constexpr Opcode opcode = static_cast<Opcode>(code);
  using T = ExecLaneOf<static_cast<Exec>(exec)>;
  if constexpr (is_fused<opcode, T>()) {
    return fused_variants<FusedMeaning<opcode, T>, sem::kLaneSources<opcode>, has_modified(opcode, sizeof(T) == 4)>();
  } else {
    return {};
  }
});

template <class T>
constexpr FusedVariants copies() {
  return fused_variants<Copy<T>, 1, sizeof(T) == 4>();
}
constexpr FusedVariants kCopies[] = {copies<std::uint8_t>(), copies<std::uint16_t>(), copies<std::uint32_t>(),
                                     copies<std::uint64_t>()};

}  // namespace

FusedHandler fused_alu(Opcode opcode, Exec exec, FusedShape shape) {
  return kHandlers[static_cast<std::size_t>(opcode)][static_cast<std::size_t>(exec)].of(shape);
}

FusedHandler fused_copy(unsigned bytes, FusedShape shape) {
  return kCopies[static_cast<unsigned>(std::countr_zero(bytes))].of(shape);
}

}  // namespace eugene::eu
