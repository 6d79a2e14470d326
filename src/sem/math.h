// Meanings of the math instruction: SNB PRM vol4 part2 8.3.28, and INVM and RSQTM of the Gen8/9 PRM. Every function is
// deterministic on any host, and branch-free. docs/record/testing.md has the measured errors, docs/record/undefined.md
// the choices.
#pragma once

#include "isa/instruction.h"
#include "sem/convert.h"
#include "sem/math_kernels.h"
#include "sem/mode.h"

namespace eugene::sem {

// `math` rounds to nearest even whatever cr0 says (8.3.28). Exceptions are the functions that stand for a whole IEEE
// division or square root: they round as cr0 says.
constexpr bool rounds_as_told(isa::MathFunction function) { return is_macro(function); }

namespace extended {

// Applies a function of double lanes to a source of any float type.
template <FloatLane V, class Function>
V in_double(const Mode& mode, V a, Function function) {
  return result(mode, convert<ElementOf<V>>(function(convert<double>(source(mode, a)))));
}

// 4.3.2: in ALT mode log, rsq and sqrt use the absolute value of their source.
template <FloatLane V>
V not_negative_in_alt(const Mode& mode, V a) {
  if constexpr (std::same_as<ElementOf<V>, float>) {
    if (mode.alt) return magnitude(a);
  }
  return a;
}

template <FloatLane V>
V inv(const Mode& mode, V a) {
  return result(mode, divided(number(a, 1), source(mode, a)));
}
template <FloatLane V>
V fdiv(const Mode& mode, V a, V b) {
  return result(mode, divided(source(mode, a), source(mode, b)));
}
template <FloatLane V>
V sqt(const Mode& mode, V a) {
  return result(mode, square_root(source(mode, not_negative_in_alt(mode, a))));
}

// An estimate and one Newton step. Since 1 - a y^2 is small, the rounding error of a * y (`lost`) is included.
template <FloatLane F>
F reciprocal_square_root(F a) {
  const F estimate = divided(like(a, 1), square_root(a));
  const F root = times(a, estimate);
  const F lost = fused(a, estimate, negated(root));
  const F error = minus(fused(negated(root), estimate, like(a, 1)), times(lost, estimate));
  const F refined = fused(times(estimate, like(a, 0.5F)), error, estimate);
  return select(is_nan(refined), estimate, refined);  // zero and infinity: the step is a NaN, the estimate exact
}
template <FloatLane V>
V rsq(const Mode& mode, V a) {
  using T = ElementOf<V>;
  const V x = source(mode, not_negative_in_alt(mode, a));
  if constexpr (std::same_as<T, double>)
    return result(mode, divided(like(x, 1), square_root(x)));
  else
    return result(mode, convert<T>(reciprocal_square_root(convert<float>(x))));
}

template <FloatLane V>
V exp(const Mode& mode, V a) {
  return in_double(mode, a, [](auto x) { return kernel::exp2(x); });
}
template <FloatLane V>
V sin(const Mode& mode, V a) {
  return in_double(mode, a, [](auto x) { return kernel::sine(x, 0); });
}
template <FloatLane V>
V cos(const Mode& mode, V a) {
  return in_double(mode, a, [](auto x) { return kernel::sine(x, 1); });
}

// log2 for all values: numbers at and below zero, and infinity, too. NaN gives NaN.
template <FloatLane D>
D log2_of_any(D x) {
  const D infinity = from_bits(x, kExponentBits<double>);
  const D usual = select(less(x, infinity), kernel::log2(x), x);
  const D at_zero = select(equal(x, like(x, 0)), negated(infinity), from_bits(x, kNan<double>));
  return select(mask_or(less(like(x, 0), x), is_nan(x)), usual, at_zero);
}
template <FloatLane V>
V log(const Mode& mode, V a) {
  return in_double(mode, not_negative_in_alt(mode, a), [](auto x) { return log2_of_any(x); });
}

// 2^(b * log2(a)); 1 if b is 0.
template <FloatLane V>
V pow(const Mode& mode, V a, V b) {
  const auto base = convert<double>(source(mode, not_negative_in_alt(mode, a)));
  const auto exponent = convert<double>(source(mode, b));
  const auto power = kernel::exp2(times(exponent, log2_of_any(base)));
  const auto value = select(equal(exponent, like(exponent, 0)), like(power, 1), power);
  return result(mode, convert<ElementOf<V>>(value));
}

// ---- IEEE division and square root: INVM and RSQTM, the first step of the macros. ----
// On hardware they start an iteration of MADMs, and set a channel's early-out flag if it needs none. Here they give the
// correctly rounded quotient and root. Early-out is therefore set in every channel, and the program skips the rest.

template <FloatLane V>
V invm(const Mode& mode, V a, V b) {
  return fdiv(mode, a, b);
}
template <FloatLane V>
V rsqtm(const Mode& mode, V a) {
  return result(mode, square_root(source(mode, a)));
}

// ---- Integer division: 32-bit lanes. A double quotient of two dwords never rounds up to the next integer. ----

// Returns the divisor to compute with: 1 instead of 0 and -1, whose quotients iqot() chooses without the division.
template <IntLane V>
V usual_divisor(V b) {
  auto is_special = equal(b, like(b, 0));
  if constexpr (std::is_signed_v<ElementOf<V>>) is_special = mask_or(is_special, equal(b, like(b, -1)));
  return select(is_special, like(b, 1), b);
}
// Returns a / usual_divisor(b), rounded towards zero.
template <IntLane V>
auto whole_quotient(V a, V b) {
  return round_zero(divided(convert<double>(a), convert<double>(usual_divisor(b))));
}
// Rounds towards zero. Division by zero gives the largest or smallest integer, by the sign of the dividend.
template <IntLane V>
V iqot(const Mode&, V a, V b) {
  static_assert(kLaneBits<V> == 32);
  using T = ElementOf<V>;
  const V zero = like(b, 0);
  const V whole = convert<T>(whole_quotient(a, b));
  const V highest = like(a, std::numeric_limits<T>::max());
  if constexpr (std::is_signed_v<T>) {
    const V quotient = select(equal(b, like(b, -1)), negated(a), whole);  // -2^31 / -1 wraps
    return select(equal(b, zero), select(less(a, zero), like(a, std::numeric_limits<T>::min()), highest), quotient);
  } else {
    return select(equal(b, zero), highest, whole);
  }
}
// Has the sign of the dividend. Division by zero gives the same limit as the quotient.
template <IntLane V>
V irem(const Mode& mode, V a, V b) {
  const V quotient = iqot(mode, a, b);
  return select(equal(b, like(b, 0)), quotient, minus(a, times(quotient, b)));
}

}  // namespace extended

// Returns the value of `function`. INT DIV with both results (idiv) gives the quotient: the caller computes irem too. A
// function that the lanes' type does not have gives its first source.
template <Lane V>
V math(const Mode& mode, isa::MathFunction function, V a, V b) {
  using enum isa::MathFunction;
  if constexpr (FloatLane<V>) {
    switch (function) {
      case inv: return extended::inv(mode, a);
      case log: return extended::log(mode, a);
      case exp: return extended::exp(mode, a);
      case sqt: return extended::sqt(mode, a);
      case rsq: return extended::rsq(mode, a);
      case sin: return extended::sin(mode, a);
      case cos: return extended::cos(mode, a);
      case fdiv: return extended::fdiv(mode, a, b);
      case pow: return extended::pow(mode, a, b);
      case invm: return extended::invm(mode, a, b);
      case rsqtm: return extended::rsqtm(mode, a);
      default: return a;
    }
  } else if constexpr (kLaneBits<V> == 32) {
    switch (function) {
      case idiv:
      case iqot: return extended::iqot(mode, a, b);
      case irem: return extended::irem(mode, a, b);
      default: return a;
    }
  } else {
    return a;
  }
}

}  // namespace eugene::sem
