// Floats with sizes that lanes do not have, as bits in dwords: bfloat16, TF32 and the 8-bit floats; and the conversions
// of fcvt and srnd. vISA manual DPAS (sizes of exponent and fraction), FCVT, SRND. docs/record/undefined.md has the
// choices where the manual is silent.
#pragma once

#include "isa/precision.h"
#include "sem/mode.h"

namespace eugene::sem {

// ---- To single precision, exact except for the low bits of TF32. ----

// A half in the low bits of a dword.
template <DwordLane V>
Rebind<V, Half> half_from_bits(V bits) {
  return bit_cast_lane<Half>(convert<std::uint16_t>(bits));
}
// BF8 (1, 5, 2: bits of sign, exponent, fraction) is the upper half of a binary16.
template <DwordLane V>
Rebind<V, Half> half_of_bf8(V bits) {
  return half_from_bits(shift_left(bits, like(bits, 8)));
}
// The exponent of HF8 (1, 4, 3) is 120 below a float's. Multiplying by 2^120 corrects this, and normalises denormals.
// HF8 has no infinities; all ones is NaN.
template <DwordLane V>
Rebind<V, float> float_of_hf8(V bits) {
  const V magnitude = bit_and(bits, like(bits, 0x7F));
  const auto scaled = bit_cast_lane<float>(shift_left(magnitude, like(bits, 20)));
  const auto finite = bit_cast_lane<std::uint32_t>(times(scaled, like(scaled, 0x1p120F)));
  const auto number = select(equal(magnitude, like(bits, 0x7F)), like(finite, kNan<float>), finite);
  return bit_cast_lane<float>(bit_or(number, shift_left(bit_and(bits, like(bits, 0x80)), like(bits, 24))));
}

// Returns an element of a matrix of floats.
template <DwordLane V>
Rebind<V, float> decode_float(isa::Precision precision, V bits) {
  switch (precision) {
    case isa::Precision::bf: return bit_cast_lane<float>(shift_left(bits, like(bits, 16)));
    case isa::Precision::hf: return convert<float>(half_from_bits(bits));
    case isa::Precision::bf8: return convert<float>(half_of_bf8(bits));
    case isa::Precision::hf8: return float_of_hf8(bits);
    case isa::Precision::tf32: return bit_cast_lane<float>(bit_and(bits, like(bits, 0xFFFFE000U)));
    default: return bit_cast_lane<float>(bits);
  }
}

// ---- From wider floats, to nearest even. ----

// Rounds `magnitude` to nearest even while dropping its low `dropped` bits. For the bits of a float this may carry into
// the exponent, and from the greatest number to infinity, which is right.
template <DwordLane V>
V rounded_off(V magnitude, V dropped) {
  const V one = like(magnitude, 1);
  const V last = bit_and(shift_right(magnitude, dropped), one);
  const V half = minus(shift_left(one, minus(dropped, one)), one);
  return shift_right(plus(magnitude, plus(half, last)), dropped);
}

template <DwordLane V>
V bf_of_float(V bits) {
  const V magnitude = bit_and(bits, like(bits, 0x7FFFFFFFU));
  const V sign = shift_right(bit_and(bits, like(bits, 0x80000000U)), like(bits, 16));
  const auto nan = less(like(bits, kExponentBits<float>), magnitude);
  return bit_or(sign, select(nan, like(bits, kNan<float> >> 16), rounded_off(magnitude, like(bits, 16))));
}

// Denormals become zeros (FCVT).
template <DwordLane V>
V tf32_of_float(V bits) {
  const V magnitude = bit_and(bits, like(bits, 0x7FFFFFFFU));
  const V number = shift_left(rounded_off(magnitude, like(bits, 13)), like(bits, 13));
  const auto nan = less(like(bits, kExponentBits<float>), magnitude);
  const auto tiny = less(magnitude, like(bits, 0x00800000U));
  const V result = select(nan, like(bits, kNan<float>), select(tiny, like(bits, 0), number));
  return bit_or(bit_and(bits, like(bits, 0x80000000U)), result);
}

template <DwordLane V>
V bf8_of_half(V bits) {
  const V magnitude = bit_and(bits, like(bits, 0x7FFF));
  const V sign = shift_right(bit_and(bits, like(bits, 0x8000)), like(bits, 8));
  const auto nan = less(like(bits, kExponentBits<Half>), magnitude);
  return bit_or(sign, select(nan, like(bits, kNan<Half> >> 8), rounded_off(magnitude, like(bits, 8))));
}

// The exponent of HF8 is 8 below a half's; halves with exponents of 8 and less become denormals of HF8. HF8 has no
// infinities, so values that are too large become NaN.
template <DwordLane V>
V hf8_of_half(V bits) {
  const auto constant = [&](std::uint32_t value) { return like(bits, value); };
  const V magnitude = bit_and(bits, constant(0x7FFF));
  const V sign = shift_right(bit_and(bits, constant(0x8000)), constant(8));
  const V exponent = shift_right(magnitude, constant(10));
  const V fraction = bit_and(magnitude, constant(0x3FF));
  const auto is_normal = less(constant(8), exponent);
  const V normal = rounded_off(select(is_normal, minus(magnitude, constant(8U << 10)), constant(0)), constant(7));
  const auto is_denormal_half = equal(exponent, constant(0));
  const V significand = select(is_denormal_half, fraction, bit_or(fraction, constant(0x400)));
  const V places = minus(constant(16), select(is_denormal_half, constant(1), exponent));
  const V denormal = rounded_off(significand, select(is_normal, constant(8), places));
  const V number = select(is_normal, normal, denormal);
  return bit_or(sign, select(less(constant(0x7E), number), constant(0x7F), number));
}

// ---- The instructions. ----

template <DwordLane V>
V fcvt(isa::Conversion conversion, V bits) {
  switch (conversion) {
    case isa::Conversion::bf8_to_hf: return shift_left(bits, like(bits, 8));
    case isa::Conversion::hf_to_bf8: return bf8_of_half(bits);
    case isa::Conversion::hf8_to_hf: {
      const auto half = convert<Half>(float_of_hf8(bits));
      return convert<ElementOf<V>>(bit_cast_lane<std::uint16_t>(half));
    }
    case isa::Conversion::hf_to_hf8: return hf8_of_half(bits);
    case isa::Conversion::f_to_tf32: return tf32_of_float(bits);
    case isa::Conversion::f_to_bf: return bf_of_float(bits);
    default: return bits;  // TF32 is a float
  }
}

// Returns the upper bits of a half after adding `random` to the bits that are dropped.
template <DwordLane V>
V stochastic_bf8(V bits, V random) {
  const V magnitude = bit_and(bits, like(bits, 0x7FFF));
  const V sign = shift_right(bit_and(bits, like(bits, 0x8000)), like(bits, 8));
  const V sum = shift_right(plus(magnitude, bit_and(random, like(bits, 0xFF))), like(bits, 8));
  const V special = select(less(like(bits, kExponentBits<Half>), magnitude), like(bits, kNan<Half> >> 8),
                           like(bits, kExponentBits<Half> >> 8));
  return bit_or(sign, select(less(magnitude, like(bits, kExponentBits<Half>)), sum, special));
}

// Returns the sum of a float and `random`, rounded towards zero. Below the least normal half, 2^-14, more bits are
// dropped.
template <DwordLane V>
V stochastic_half(V bits, V random) {
  const auto constant = [&](std::uint32_t value) { return like(bits, value); };
  const V magnitude = bit_and(bits, constant(0x7FFFFFFFU));
  const V sign = shift_right(bit_and(bits, constant(0x80000000U)), constant(16));
  const V sum = plus(magnitude, bit_and(random, constant(0x1FFF)));
  const V exponent = shift_right(sum, constant(23));
  const auto is_normal = less(constant(112), exponent);
  const auto is_finite = less(exponent, constant(143));
  const V normal = shift_right(minus(sum, select(is_normal, constant(112U << 23), constant(0))), constant(13));
  constexpr std::uint32_t kNothingLeft = 102;  // of the 24 bits
  const V places =
      minus(constant(126), select(less(exponent, constant(kNothingLeft)), constant(kNothingLeft), exponent));
  const V significand = bit_or(bit_and(sum, constant(0x7FFFFF)), constant(0x800000));
  const V denormal = shift_right(significand, select(is_normal, constant(13), places));
  const V number = select(is_finite, select(is_normal, normal, denormal), constant(kExponentBits<Half>));
  const auto nan = less(constant(kExponentBits<float>), magnitude);
  const auto infinite = equal(constant(kExponentBits<float>), magnitude);
  const V result = select(nan, constant(kNan<Half>), select(infinite, constant(kExponentBits<Half>), number));
  return bit_or(sign, result);
}

template <DwordLane V>
V srnd(isa::Conversion conversion, V bits, V random) {
  return conversion == isa::Conversion::f_to_hf ? stochastic_half(bits, random) : stochastic_bf8(bits, random);
}

}  // namespace eugene::sem
