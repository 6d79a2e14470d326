// Lanes: the value type over which every meaning in this layer is a template (docs/how/architecture.md "Rules that keep
// it simple").
//
// A *lane* is the value of one channel. Three domains provide lanes:
//   - concrete: the C++ types int8_t ... uint64_t, float, double and Half. The interpreter loops over them.
//   - recorded: a handle on code being built, statically typed by its element (the JIT; tests/unit/sem has a small
//   one).
//   - symbolic: a formula over the bits of registers, for integers (eu/analysis/symbols.h).
// A meaning such as
//     template <class V> V add(V a, V b) { return plus(a, b); }
// uses only the functions below, unqualified, so that each domain finds its own. The concrete functions are in this
// file. A recorded domain declares the same names in its own namespace (argument-dependent lookup) and specialises
// LaneTraits. A meaning must not branch on a lane's value with `if`; it selects.
#pragma once

#include <math.h>  // roundeven: not yet in <cmath>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sem/half.h"

namespace eugene::sem {

template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

// Element types of lanes.
template <class T>
concept IntElement = OneOf<T, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                           std::int64_t, std::uint64_t>;
template <class T>
concept FloatElement = OneOf<T, Half, float, double>;
template <class T>
concept LaneElement = IntElement<T> || FloatElement<T>;

// Facts about a lane type V. A recorded domain specialises LaneTraits for its handle.
template <class V>
struct LaneTraits;

template <LaneElement T>
struct LaneTraits<T> {
  using Element = T;
  using Mask = bool;  // the type of comparison results, and of the condition of select
  template <class To>
  using Rebind = To;  // the lane of the same domain whose element is To
  static constexpr T like(T, T constant) { return constant; }
};

template <class V>
using ElementOf = typename LaneTraits<V>::Element;
template <class V>
using MaskOf = typename LaneTraits<V>::Mask;
template <class V, class To>
using Rebind = typename LaneTraits<V>::template Rebind<To>;

template <class V>
concept Lane = LaneElement<ElementOf<V>>;
template <class V>
concept IntLane = IntElement<ElementOf<V>>;
template <class V>
concept FloatLane = FloatElement<ElementOf<V>>;
template <class V>
concept SignedIntLane = IntLane<V> && std::is_signed_v<ElementOf<V>>;
template <class V>
concept DwordLane = IntLane<V> && sizeof(ElementOf<V>) == 4;
template <class V>
concept QwordLane = IntLane<V> && sizeof(ElementOf<V>) == 8;
template <class V>
inline constexpr unsigned kLaneBits = sizeof(ElementOf<V>) * 8;

// The unsigned integer type that is as wide as a lane's element.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

// A constant in the domain of `v`: like(v, 1.0F).
template <class V>
constexpr V like(const V& v, std::type_identity_t<ElementOf<V>> constant) {
  return LaneTraits<V>::like(v, constant);  // NOLINT(clang-analyzer-core.CallAndMessage): v may be uninitialised
}

// ---- Arithmetic: integers modulo 2^n, floats rounded once in the current rounding mode. ----

// The type in which integers are computed: unsigned, and not narrower than int, so that nothing overflows.
template <IntElement T>
using Wrapping = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

template <IntElement T>
constexpr T plus(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
}
template <IntElement T>
constexpr T minus(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
}
template <IntElement T>
constexpr T times(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
}
template <IntElement T>
constexpr T negated(T a) {
  return static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(a));
}

template <std::floating_point T>
constexpr T plus(T a, T b) {
  return a + b;
}
template <std::floating_point T>
constexpr T minus(T a, T b) {
  return a - b;
}
template <std::floating_point T>
constexpr T times(T a, T b) {
  return a * b;
}
template <std::floating_point T>
constexpr T divided(T a, T b) {
  return a / b;
}
template <std::floating_point T>
inline T square_root(T a) {
  return std::sqrt(a);
}
// a * b + c, rounded once.
template <std::floating_point T>
inline T fused(T a, T b, T c) {
  return std::fma(a, b, c);
}
// Rounds to an integral value: down, up, to nearest even, or towards zero. The result keeps the source's sign (-0.25
// rounds up to -0). copysign enforces this: without SSE4.1, inline code for floor gives floor(0) the sign of the
// rounding mode.
template <std::floating_point T>
inline T round_down(T a) {
  return std::copysign(std::floor(a), a);
}
template <std::floating_point T>
inline T round_up(T a) {
  return std::copysign(std::ceil(a), a);
}
inline float round_even(float a) { return ::roundevenf(a); }
inline double round_even(double a) { return ::roundeven(a); }
template <std::floating_point T>
inline T round_zero(T a) {
  return std::copysign(std::trunc(a), a);
}
// Flips the sign bit, even of NaNs.
template <std::floating_point T>
constexpr T negated(T a) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(a) ^ (BitsOf<T>{1} << (sizeof(T) * 8 - 1))));
}

// Half arithmetic in single precision, with one more rounding. The result is correctly rounded, because 24 >= 2 * 11 +
// 2 (bits of the fractions).
constexpr Half plus(Half a, Half b) { return float_to_half(half_to_float(a) + half_to_float(b)); }
constexpr Half minus(Half a, Half b) { return float_to_half(half_to_float(a) - half_to_float(b)); }
constexpr Half times(Half a, Half b) { return float_to_half(half_to_float(a) * half_to_float(b)); }
constexpr Half divided(Half a, Half b) { return float_to_half(half_to_float(a) / half_to_float(b)); }
inline Half square_root(Half a) { return float_to_half(std::sqrt(half_to_float(a))); }
constexpr Half double_to_half(double value);
// The product is exact in double. If the sum is not exact, the addend is so large that it alone determines the rounding
// to half.
inline Half fused(Half a, Half b, Half c) {
  return double_to_half(static_cast<double>(half_to_float(a)) * static_cast<double>(half_to_float(b)) +
                        static_cast<double>(half_to_float(c)));
}
inline Half round_down(Half a) { return float_to_half(round_down(half_to_float(a))); }
inline Half round_up(Half a) { return float_to_half(round_up(half_to_float(a))); }
inline Half round_even(Half a) { return float_to_half(round_even(half_to_float(a))); }
inline Half round_zero(Half a) { return float_to_half(round_zero(half_to_float(a))); }
constexpr Half negated(Half a) { return Half{static_cast<std::uint16_t>(a.bits ^ 0x8000U)}; }

// ---- Bits: integers only. A shift count must be less than the element's width. ----

template <IntElement T>
constexpr T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <IntElement T>
constexpr T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <IntElement T>
constexpr T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <IntElement T>
constexpr T bit_not(T a) {
  return static_cast<T>(~a);
}
template <IntElement T>
constexpr T shift_left(T a, T count) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) << static_cast<unsigned>(count));
}
// Arithmetic for signed elements, logical for unsigned ones.
template <IntElement T>
constexpr T shift_right(T a, T count) {
  return static_cast<T>(a >> static_cast<unsigned>(count));
}

// Counts the zeros above the highest set bit (all bits if none is set), or the bits that are set.
template <IntElement T>
constexpr T leading_zeros(T a) {
  return static_cast<T>(std::countl_zero(static_cast<BitsOf<T>>(a)));
}
template <IntElement T>
constexpr T set_bits(T a) {
  return static_cast<T>(std::popcount(static_cast<BitsOf<T>>(a)));
}

// ---- Comparison, masks, selection. A comparison with a NaN is false. ----

template <LaneElement T>
  requires(!std::same_as<T, Half>)
constexpr bool equal(T a, T b) {
  return a == b;
}
template <LaneElement T>
  requires(!std::same_as<T, Half>)
constexpr bool less(T a, T b) {
  return a < b;
}
template <LaneElement T>
  requires(!std::same_as<T, Half>)
constexpr bool less_equal(T a, T b) {
  return a <= b;
}
constexpr bool equal(Half a, Half b) { return half_to_float(a) == half_to_float(b); }
constexpr bool less(Half a, Half b) { return half_to_float(a) < half_to_float(b); }
constexpr bool less_equal(Half a, Half b) { return half_to_float(a) <= half_to_float(b); }

constexpr bool mask_and(bool a, bool b) { return a & b; }
constexpr bool mask_or(bool a, bool b) { return a | b; }
constexpr bool mask_not(bool a) { return !a; }

template <LaneElement T>
constexpr T select(bool condition, T if_true, T if_false) {
  return condition ? if_true : if_false;
}

// ---- Change of type. ----

// Returns the same number in another element type. Integers wrap to the width of To. Conversions to float, and to a
// narrower float, round in the current mode. Float to integer truncates and needs a value in range (clamp before).
template <LaneElement To, LaneElement From>
constexpr To convert(From v) {
  if constexpr (std::same_as<To, From>) {
    return v;
  } else if constexpr (std::same_as<From, Half>) {
    return convert<To>(half_to_float(v));
  } else if constexpr (std::same_as<To, Half>) {
    if constexpr (std::same_as<From, double>) return double_to_half(v);
    return float_to_half(static_cast<float>(v));
  } else {
    return static_cast<To>(v);
  }
}

// Returns the same bits as another type of the same width.
template <LaneElement To, LaneElement From>
  requires(sizeof(To) == sizeof(From))
constexpr To bit_cast_lane(From v) {
  return std::bit_cast<To>(v);
}

// Narrows a double to a float with round to odd: the last bit stays set if anything was lost. A second rounding, to
// half, then gives the same result as rounding once. A NaN stays a NaN.
template <FloatLane D>
constexpr Rebind<D, float> narrowed_to_odd(D value) {
  const auto near = convert<float>(value);
  const D widened = convert<double>(near);
  const auto raw = bit_cast_lane<std::uint32_t>(near);
  const auto size = [](D v) { return select(less(v, like(v, 0)), negated(v), v); };
  const auto beyond = less(size(value), size(widened));
  const auto inexact = mask_and(equal(value, value), mask_not(equal(widened, value)));
  const auto towards_zero = select(beyond, minus(raw, like(raw, 1)), raw);
  return bit_cast_lane<float>(select(inexact, bit_or(towards_zero, like(raw, 1)), raw));
}
constexpr Half double_to_half(double value) { return float_to_half(narrowed_to_odd(value)); }

}  // namespace eugene::sem
