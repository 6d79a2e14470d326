// Elementary functions on double lanes, used by the single-precision functions of sem/math.h. They use only additions,
// multiplications, one division, bit operations and selects. So every host gives the same bits, with and without fused
// multiply-add, and the loops over lanes become vector code. Polynomials are minimax fits (docs/record/testing.md).
#pragma once

#include <span>

#include "sem/mode.h"

namespace eugene::sem::kernel {

// c0 + x * (c1 + x * (...)).
template <FloatLane D>
D polynomial(D x, std::span<const double> coefficients) {
  D sum = like(x, coefficients.back());
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) sum = plus(times(sum, x), like(x, coefficients[i]));
  return sum;
}

// 1.5 * 2^52: adding it rounds to an integer, which then is in the low bits of the sum.
inline constexpr double kShifter = 0x1.8p52;

// A double rounded to the nearest integer. The low bits of `bits` are that integer, modulo 2^51.
template <FloatLane D>
struct Split {
  D whole;
  Rebind<D, std::uint64_t> bits;
};
template <FloatLane D>
Split<D> nearest_integer(D x) {
  const D shifted = plus(x, like(x, kShifter));
  return {minus(shifted, like(x, kShifter)), float_bits(shifted)};
}

// 2^x, clamped to 2^-400 and 2^400, which is far outside the range of float. NaN gives NaN.
template <FloatLane D>
D exp2(D x) {
  static constexpr double kTerms[] = {0x1.62e42fef95ec1p-1, 0x1.ebfbe045f94a6p-3,  0x1.c6b08dc5e3dedp-5,
                                      0x1.3b2a1b6cc9047p-7, 0x1.5d874c798a500p-10, 0x1.44400379e61aap-13,
                                      0x1.00dc4ea1541d5p-16};
  const D low = like(x, -400);
  const D high = like(x, 400);
  x = select(less(x, low), low, select(less(high, x), high, x));
  const auto [whole, bits] = nearest_integer(x);
  const D rest = minus(x, whole);
  const D fraction = plus(times(rest, polynomial(rest, kTerms)), like(x, 1));
  const auto exponent = plus(shift_left(bits, like(bits, 52)), like(bits, std::uint64_t{1023} << 52));
  return times(fraction, bit_cast_lane<double>(exponent));
}

// log2 of a positive normal number.
template <FloatLane D>
D log2(D x) {
  static constexpr double kTerms[] = {0x1.71547652b8250p+1, 0x1.ec709dc53da17p-1, 0x1.2776c291fa5abp-1,
                                      0x1.a61a2fb39b2b3p-2, 0x1.479533d14d7f3p-2, 0x1.21b2af492ded1p-2};
  // x = 2^e * m with m in [sqrt(1/2), sqrt(2)); the exponent is biased by 1024 to keep the shift logical.
  const auto bits = float_bits(x);
  const auto above = plus(bits, like(bits, (std::uint64_t{1024} << 52) - 0x3FE6A09E667F3BCDU));
  const auto biased = shift_right(above, like(bits, 52));
  const auto shifted = plus(biased, like(bits, std::bit_cast<std::uint64_t>(kShifter) - 1024));
  const D e = minus(bit_cast_lane<double>(shifted), like(x, kShifter));
  const auto exponent = minus(shift_left(biased, like(bits, 52)), like(bits, std::uint64_t{1024} << 52));
  const D m = bit_cast_lane<double>(minus(bits, exponent));
  const D s = divided(minus(m, like(x, 1)), plus(m, like(x, 1)));
  return plus(e, times(s, polynomial(times(s, s), kTerms)));
}

// sin (quarter_turns = 0) or cos (1) of x radians for |x| < 2^28; for larger x, sin is 0 and cos 1. Infinity and NaN:
// NaN.
template <FloatLane D>
D sine(D x, unsigned quarter_turns) {
  static constexpr double kSin[] = {-0x1.555555545e87ap-3, 0x1.11110df0119a3p-7, -0x1.a013a8895ee13p-13,
                                    0x1.6dbe4a8a910bdp-19};
  static constexpr double kCos[] = {0x1.5555555502f30p-5, -0x1.6c16bf556936dp-10, 0x1.a015c50a04394p-16,
                                    -0x1.2524740e005f6p-22};
  const D zero = times(x, like(x, 0));  // NaN if x is not finite
  x = select(less(magnitude(x), like(x, 0x1p28)), x, zero);
  const auto [whole, bits] = nearest_integer(times(x, like(x, 0x1.45f306dc9c883p-1)));
  // pi/2 in three parts; the first two have so few bits that their products with `whole` are exact.
  D r = minus(x, times(whole, like(x, 0x1.921fb5p+0)));
  r = minus(r, times(whole, like(x, 0x1.110b46p-26)));
  r = minus(r, times(whole, like(x, 0x1.1a62633145c07p-54)));
  const D z = times(r, r);
  const D sin = times(r, plus(like(x, 1), times(z, polynomial(z, kSin))));  // keeps -0
  const D half = minus(like(x, 1), times(z, like(x, 0.5)));
  const D cos = plus(half, times(times(z, z), polynomial(z, kCos)));
  const auto quadrant = plus(bits, like(bits, quarter_turns));
  const auto odd = equal(bit_and(quadrant, like(bits, 1)), like(bits, 1));
  const auto negative = equal(bit_and(quadrant, like(bits, 2)), like(bits, 2));
  const D value = select(odd, cos, sin);
  return select(negative, negated(value), value);
}

}  // namespace eugene::sem::kernel
