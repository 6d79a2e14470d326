// Converts eight elements of some dwords, such as pixels, to vectors that have a dword of each element, and back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/vector8.h"

namespace eugene {

using U64x4 [[gnu::vector_size(4 * sizeof(std::uint64_t))]] = std::uint64_t;

namespace detail {

// Both 128-bit halves of the vectors are interleaved separately, as the host's instructions do.
inline U32x8 interleave_low(const U32x8& a, const U32x8& b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
inline U32x8 interleave_high(const U32x8& a, const U32x8& b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
inline U32x8 low_pairs(const U32x8& a, const U32x8& b) {
  return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
inline U32x8 high_pairs(const U32x8& a, const U32x8& b) {
  return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
// Transposes 4 x 4 dwords in each half.
inline std::array<U32x8, 4> transpose_halves(const std::array<U32x8, 4>& rows) {
  const U32x8 low_01 = interleave_low(rows[0], rows[1]);
  const U32x8 low_23 = interleave_low(rows[2], rows[3]);
  const U32x8 high_01 = interleave_high(rows[0], rows[1]);
  const U32x8 high_23 = interleave_high(rows[2], rows[3]);
  return {low_pairs(low_01, low_23), high_pairs(low_01, low_23), low_pairs(high_01, high_23),
          high_pairs(high_01, high_23)};
}

}  // namespace detail

// Element n has four dwords: lane n of each vector.
inline std::array<U32x8, 4> split_elements(const std::array<U32x4, 8>& elements) {
  const auto join = [&](unsigned n) {
    return __builtin_shufflevector(elements[n], elements[n + 4], 0, 1, 2, 3, 4, 5, 6, 7);
  };
  return detail::transpose_halves({join(0), join(1), join(2), join(3)});
}
inline std::array<U32x4, 8> join_elements(const std::array<U32x8, 4>& vectors) {
  const std::array<U32x8, 4> rows = detail::transpose_halves(vectors);
  std::array<U32x4, 8> elements;
  for (unsigned n = 0; n < 4; ++n) {
    elements[n] = __builtin_shufflevector(rows[n], rows[n], 0, 1, 2, 3);
    elements[n + 4] = __builtin_shufflevector(rows[n], rows[n], 4, 5, 6, 7);
  }
  return elements;
}

// Element n has two dwords. Its first dword is in the low half of the 64-bit number.
inline std::array<U32x8, 2> split_elements(const U64x4& first, const U64x4& last) {
  const auto a = (U32x8)first;
  const auto b = (U32x8)last;
  return {__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
          __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
}
inline std::array<std::uint64_t, 8> join_elements(const U32x8& first_dwords, const U32x8& second_dwords) {
  std::array<std::uint64_t, 8> elements;
  store8(elements.data(), __builtin_shufflevector(first_dwords, second_dwords, 0, 8, 1, 9, 2, 10, 3, 11));
  store8(elements.data() + 4, __builtin_shufflevector(first_dwords, second_dwords, 4, 12, 5, 13, 6, 14, 7, 15));
  return elements;
}

}  // namespace eugene
