// Fused functions of the math instruction.
#include "eu/execute/function_table.h"
#include "eu/fused/fused_lanes.h"
#include "sem/math.h"

namespace eugene::eu {

namespace {

using isa::MathFunction;

template <MathFunction function, class T>
struct FusedFunction {
  using Lane = T;
  [[gnu::always_inline]] static T apply(T a, T b = T{}) {
    const sem::Mode mode = kFusedMode<T>;  // a copy, because otherwise GCC does not inline the meaning
    return sem::math(mode, function, a, b);
  }
};

// The functions that compilers emit for floats and dwords. The general path executes macros, which set flags, and INT
// DIV with both results.
template <class T>
constexpr bool is_fused(MathFunction function) {
  using enum MathFunction;
  const bool is_dword = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t>;
  if (isa::divides_integers(function)) return is_dword && function != idiv;
  return std::is_same_v<T, float> && function != none && function != sincos && !isa::is_macro(function);
}

// Computing the function takes longer than loading its operands, so variants for other kinds of sources are not worth
// their code.
template <class Meaning, unsigned sources>
constexpr FusedVariants packed_or_single() {
  FusedVariants made{.single = fused_single<Meaning, sources>};
  made.lanes[0][0] = fused_lanes<Meaning, sources, 0, false>;
  return made;
}

constexpr std::size_t kFunctions = 16;
constexpr auto kHandlers = make_function_table<FusedVariants, kFunctions, kExecCount>(
    []<std::size_t code, std::size_t exec>() -> FusedVariants {
      constexpr MathFunction function = static_cast<MathFunction>(code);
      using T = ExecLaneOf<static_cast<Exec>(exec)>;
      if constexpr (is_fused<T>(function)) {
        constexpr unsigned sources = isa::takes_two_sources(function) ? 2 : 1;
        return packed_or_single<FusedFunction<function, T>, sources>();
      } else {
        return {};
      }
    });

}  // namespace

FusedHandler fused_math(MathFunction function, Exec exec, FusedShape shape) {
  return kHandlers[static_cast<std::size_t>(function)][static_cast<std::size_t>(exec)].of(shape);
}

}  // namespace eugene::eu
