// Meanings of logic, shift, bit-field and carry instructions: SNB PRM vol4 part2 chapter 8, and the Gen9 PRM's
// instruction reference for newer instructions.
//
// Integer lanes are 32 or 64 bits wide whatever the operands' types. Each source is sign- or zero-extended from its own
// type. Results wrap, so a caller that needs more bits than the destination has (for saturation or overflow) uses
// 64-bit lanes.
#pragma once

#include "sem/mode.h"

namespace eugene::sem {

// A result, and the new value of the accumulator.
template <Lane V>
struct WithAccumulator {
  V value;
  V accumulator;
};

template <IntLane V>
auto as_unsigned(V v) {
  return bit_cast_lane<std::make_unsigned_t<ElementOf<V>>>(v);
}

// ---- Logic. From Gen8 a source modifier means "not"; the caller applies it. ----

template <IntLane V>
V not_(const Mode&, V a) {
  return bit_not(a);
}
template <IntLane V>
V and_(const Mode&, V a, V b) {
  return bit_and(a, b);
}
template <IntLane V>
V or_(const Mode&, V a, V b) {
  return bit_or(a, b);
}
template <IntLane V>
V xor_(const Mode&, V a, V b) {
  return bit_xor(a, b);
}

// ---- Shifts: only the low bits of the count are used (8.3.3, 8.3.46, 8.3.47). ----

template <IntLane V>
V shift_count(const Mode& mode, V count) {
  return bit_and(count, like(count, mode.instruction.shift_count_mask));
}
template <IntLane V>
V shl(const Mode& mode, V a, V count) {
  return shift_left(a, shift_count(mode, count));
}
// Zeros enter at the top of the lane. So the lane must be as wide as the source, or the source not negative.
template <IntLane V>
V shr(const Mode& mode, V a, V count) {
  return bit_cast_lane<ElementOf<V>>(shift_right(as_unsigned(a), as_unsigned(shift_count(mode, count))));
}
// Copies of the sign bit enter in signed lanes. In unsigned lanes, asr equals shr.
template <IntLane V>
V asr(const Mode& mode, V a, V count) {
  return shift_right(a, shift_count(mode, count));
}

// The bits that leave the dword, or the word in its low half, at one end enter at the other.
template <DwordLane V>
V rol(const Mode& mode, V a, V count) {
  auto bits = as_unsigned(a);
  if (mode.instruction.shift_count_mask == 15) bits = bit_and(bits, like(bits, 0xFFFF));
  const auto left = as_unsigned(shift_count(mode, count));
  const auto right = as_unsigned(shift_count(mode, negated(count)));
  return bit_cast_lane<ElementOf<V>>(bit_or(shift_left(bits, left), shift_right(bits, right)));
}
template <DwordLane V>
V ror(const Mode& mode, V a, V count) {
  return rol(mode, a, negated(count));
}

// ---- Averages and differences. ----

// (a + b + 1) >> 1, without the extra bit that the sum could need.
template <IntLane V>
V avg(const Mode&, V a, V b) {
  return minus(bit_or(a, b), shift_right(bit_xor(a, b), like(a, 1)));
}

template <IntLane V>
V absolute_difference(V a, V b) {
  return select(less(a, b), minus(b, a), minus(a, b));
}
// Works on a pair of channels: a0, b0 are the even channel's sources, a1, b1 the odd channel's (8.3.41).
template <IntLane V>
V sad2(const Mode&, V a0, V b0, V a1, V b1) {
  return plus(absolute_difference(a0, b0), absolute_difference(a1, b1));
}
template <IntLane V>
V sada2(const Mode& mode, V a0, V b0, V a1, V b1, V accumulator) {
  return plus(sad2(mode, a0, b0, a1, b1), accumulator);
}

// ---- Carries: dword lanes. The accumulator gets the carry or borrow, 0 or 1. ----

template <DwordLane V>
WithAccumulator<V> addc(const Mode&, V a, V b) {
  const V sum = plus(a, b);
  return {sum, select(less(as_unsigned(sum), as_unsigned(a)), like(a, 1), like(a, 0))};
}
template <DwordLane V>
WithAccumulator<V> subb(const Mode&, V a, V b) {
  return {minus(a, b), select(less(as_unsigned(a), as_unsigned(b)), like(a, 1), like(a, 0))};
}

// ---- Bits and fields: 32-bit lanes. ----

template <DwordLane V>
V lzd(const Mode&, V a) {
  return leading_zeros(a);
}
// Counts from the top to the first bit that differs from the sign (signed lanes) or is set (unsigned); -1: none.
template <DwordLane V>
V fbh(const Mode&, V a) {
  V differing = a;
  if constexpr (SignedIntLane<V>) differing = bit_xor(a, shift_right(a, like(a, kLaneBits<V> - 1)));
  return select(equal(differing, like(a, 0)), bit_not(like(a, 0)), leading_zeros(differing));
}
// Index of the lowest set bit; -1 if there is none.
template <DwordLane V>
V fbl(const Mode&, V a) {
  const V lowest = bit_and(a, negated(a));
  const V index = minus(like(a, kLaneBits<V> - 1), leading_zeros(lowest));
  return select(equal(a, like(a, 0)), bit_not(like(a, 0)), index);
}
template <DwordLane V>
V cbit(const Mode&, V a) {
  return set_bits(a);
}
// Swaps neighbours, then pairs, then nibbles, bytes and words.
template <DwordLane V>
V bfrev(const Mode&, V a) {
  auto bits = as_unsigned(a);
  const auto swap = [&](unsigned distance, std::uint32_t low) {
    const auto by = like(bits, distance);
    bits = bit_or(bit_and(shift_right(bits, by), like(bits, low)), shift_left(bit_and(bits, like(bits, low)), by));
  };
  swap(1, 0x55555555U);
  swap(2, 0x33333333U);
  swap(4, 0x0F0F0F0FU);
  swap(8, 0x00FF00FFU);
  swap(16, 0x0000FFFFU);
  return bit_cast_lane<ElementOf<V>>(bits);
}

template <IntLane V>
V low_five(V v) {
  return bit_and(v, like(v, 31));
}
// Extracts `width` bits of `value` from bit `offset` on, sign-extended in signed lanes; 0 if the width is 0. A field
// that would leave the dword ends at its top.
template <DwordLane V>
V bfe(const Mode&, V width, V offset, V value) {
  const V w = low_five(width);
  const V o = low_five(offset);
  const V end = plus(o, w);
  const V raised = shift_left(value, low_five(minus(like(end, 32), end)));
  const V inside = shift_right(raised, low_five(minus(like(w, 32), w)));
  const V field = select(less(end, like(end, 32)), inside, shift_right(value, o));
  return select(equal(w, like(w, 0)), like(w, 0), field);
}
// Returns `width` ones, from bit `offset` on.
template <DwordLane V>
V bfi1(const Mode&, V width, V offset) {
  const V ones = minus(shift_left(like(width, 1), low_five(width)), like(width, 1));
  return shift_left(ones, low_five(offset));
}
// Replaces the bits of `base` that are set in `mask` by the low bits of `value`, shifted to the mask's lowest bit.
template <DwordLane V>
V bfi2(const Mode& mode, V mask, V value, V base) {
  const V raised = shift_left(value, low_five(fbl(mode, mask)));
  return bit_or(bit_and(raised, mask), bit_and(base, bit_not(mask)));
}

}  // namespace eugene::sem
