// Meanings of arithmetic that integers and floats share, of three-source arithmetic and of vector arithmetic: SNB PRM
// vol4 part2 chapter 8. sem/integer.h says what integer lanes hold, sem/mode.h what floats go through.
#pragma once

#include "sem/integer.h"
#include "sem/mode.h"

namespace eugene::sem {

// a * b + c for sources, without the steps of result(): integers wrap, floats are rounded once. The documents call mac,
// mad and the dot products fused operations (SNB PRM vol4 part2 4.3.1.2); OpenCL's fma is a mad.
template <Lane V>
V multiply_add(V a, V b, V c) {
  if constexpr (FloatLane<V>)
    return fused(a, b, c);
  else
    return plus(times(a, b), c);
}

// ---- Moves. A raw move (no modifier, no saturation, no change of type) copies bits and is not a meaning. ----

template <Lane V>
V mov(const Mode& mode, V a) {
  return result(mode, source(mode, a));
}
template <Lane V>
V movi(const Mode&, V a) {
  return a;
}
// Like mov. The other source is a mask that disables channels; it does not change values.
template <Lane V>
V smov(const Mode& mode, V a) {
  return mov(mode, a);
}

// ---- Two sources. ----

template <Lane V>
V add(const Mode& mode, V a, V b) {
  return result(mode, plus(source(mode, a), source(mode, b)));
}
template <Lane V>
V mul(const Mode& mode, V a, V b) {
  if constexpr (IntLane<V>) {
    if (mode.instruction.multiplies_low_word) {
      V& words = mode.word_source == 0 ? a : b;
      words = bit_and(words, like(words, 0xFFFF));
    }
  }
  return result(mode, times(source(mode, a), source(mode, b)));
}
template <Lane V>
V mac(const Mode& mode, V a, V b, V accumulator) {
  return result(mode, multiply_add(source(mode, a), source(mode, b), source(mode, accumulator)));
}
// The result is the high dword of the new accumulator.
template <QwordLane V>
WithAccumulator<V> mach(const Mode& mode, V a, V b, V accumulator) {
  V& words = mode.word_source == 0 ? a : b;
  words = shift_right(words, like(a, 16));
  const V sum = plus(shift_left(times(a, b), like(a, 16)), accumulator);
  return {shift_right(sum, like(sum, 32)), sum};
}
// The result is the low dword, which needs no more of the accumulator.
template <DwordLane V>
V mach(const Mode& mode, V a, V b, V accumulator) {
  V& words = mode.word_source == 0 ? a : b;
  words = shift_right(words, like(a, 16));
  return plus(shift_left(times(a, b), like(a, 16)), accumulator);
}

// ---- Three sources. ----

template <Lane V>
V mad(const Mode& mode, V addend, V a, V b) {
  return result(mode, multiply_add(source(mode, a), source(mode, b), source(mode, addend)));
}
// Returns byte `n` of the low dword.
template <IntLane V>
V byte_of_dword(V v, unsigned n, bool is_signed) {
  const V byte = bit_and(shift_right(v, like(v, 8 * n)), like(v, 0xFF));
  return is_signed ? minus(bit_xor(byte, like(v, 0x80)), like(v, 0x80)) : byte;
}
// addend + the sum of the products of the four bytes of a and b.
template <IntLane V>
V dp4a(const Mode& mode, V addend, V a, V b) {
  const auto is_signed = [&](unsigned source) { return (mode.instruction.signed_bytes >> source & 1U) != 0; };
  V sum = addend;
  for (unsigned n = 0; n < 4; ++n)
    sum = plus(sum, times(byte_of_dword(a, n, is_signed(1)), byte_of_dword(b, n, is_signed(2))));
  return sum;
}
// A step of the macros for division and square root. Eugene's macros need no steps (sem/math.h), and so not the extra
// bits that the documents give mme registers either. A mad is enough.
template <FloatLane V>
V madm(const Mode& mode, V addend, V a, V b) {
  return mad(mode, addend, a, b);
}
// a * x + b * (1 - x). Rounded three times: after 1 - x, after that times b, and at the end.
template <FloatLane V>
V lrp(const Mode& mode, V x, V a, V b) {
  const V weight = source(mode, x);
  const V rest = times(source(mode, b), minus(number(x, 1), weight));
  return result(mode, fused(source(mode, a), weight, rest));
}

// ---- Vectors. The sources are one group of four channels, x first; all four get the result (8.3.11 to 8.3.14). ----
// Products are added in order; each sum is rounded once.

template <FloatLane V>
V dp2(const Mode& mode, V ax, V bx, V ay, V by) {
  const V x = times(source(mode, ax), source(mode, bx));
  return result(mode, fused(source(mode, ay), source(mode, by), x));
}
template <FloatLane V>
V dp3(const Mode& mode, V ax, V bx, V ay, V by, V az, V bz) {
  const V x = times(source(mode, ax), source(mode, bx));
  const V xy = fused(source(mode, ay), source(mode, by), x);
  return result(mode, fused(source(mode, az), source(mode, bz), xy));
}
template <FloatLane V>
V dp4(const Mode& mode, V ax, V bx, V ay, V by, V az, V bz, V aw, V bw) {
  const V x = times(source(mode, ax), source(mode, bx));
  const V xy = fused(source(mode, ay), source(mode, by), x);
  const V xyz = fused(source(mode, az), source(mode, bz), xy);
  return result(mode, fused(source(mode, aw), source(mode, bw), xyz));
}
// The fourth component of the first vector counts as 1.
template <FloatLane V>
V dph(const Mode& mode, V ax, V bx, V ay, V by, V az, V bz, V aw, V bw) {
  return dp4(mode, ax, bx, ay, by, az, bz, number(aw, 1), bw);
}

// p * u + q: p and q of source 0, u of source 1 (8.3.22).
template <Lane V>
V line(const Mode& mode, V p, V q, V u) {
  return result(mode, multiply_add(source(mode, p), source(mode, u), source(mode, q)));
}
// p * u + q * v + r: a line through r, then the second product (8.3.35).
template <FloatLane V>
V pln(const Mode& mode, V p, V q, V r, V u, V v) {
  const V first = fused(source(mode, p), source(mode, u), source(mode, r));
  return result(mode, fused(source(mode, q), source(mode, v), first));
}

// ---- Rounding (8.3.18, 8.3.37 to 8.3.40). ----

template <FloatLane V>
V rndd(const Mode& mode, V a) {
  return result(mode, round_down(source(mode, a)));
}
template <FloatLane V>
V rndu(const Mode& mode, V a) {
  return result(mode, round_up(source(mode, a)));
}
template <FloatLane V>
V rnde(const Mode& mode, V a) {
  return result(mode, round_even(source(mode, a)));
}
template <FloatLane V>
V rndz(const Mode& mode, V a) {
  return result(mode, round_zero(source(mode, a)));
}
// a - floor(a), in [+0, 1): a tiny negative source gives the number below 1, not 1 (tables 8-3 and 8-4).
template <FloatLane V>
V frc(const Mode& mode, V a) {
  using T = ElementOf<V>;
  const V from = source(mode, a);
  const V fraction = minus(from, round_down(from));
  const V below_one = from_bits(a, static_cast<BitsOf<T>>(kOneBits<T> - 1));
  // magnitude: under rounding down, an integral source gives -0.
  return result(mode, magnitude(select(less(below_one, fraction), below_one, fraction)));
}

}  // namespace eugene::sem
