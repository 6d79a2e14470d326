// Small floats of memory formats: sign, 5 exponent bits and 10, 6 or 5 fraction bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/bits.h"

namespace eugene::memory {

// Converts a float with 5 exponent bits (bias 15), `fraction_bits` fraction bits and no sign to binary32. Exact.
inline float decode_small_float(std::uint32_t code, unsigned fraction_bits) {
  const std::uint32_t exponent = code >> fraction_bits & 0x1F;
  const std::uint32_t fraction = code & static_cast<std::uint32_t>(low_mask(fraction_bits));
  const std::uint32_t wide_fraction = fraction << (23 - fraction_bits);
  if (exponent == 0x1F) return std::bit_cast<float>(0x7F80'0000 | wide_fraction);
  if (exponent == 0) return std::ldexp(static_cast<float>(fraction), -14 - static_cast<int>(fraction_bits));
  return std::bit_cast<float>((exponent + (127 - 15)) << 23 | wide_fraction);
}

// Returns the small float nearest to a non-negative value (ties to even). NaN stays NaN; too large values become
// infinity.
inline std::uint32_t encode_small_float(float value, unsigned fraction_bits) {
  const std::uint32_t infinity = 0x1FU << fraction_bits;
  if (std::isnan(value)) return infinity | 1U << (fraction_bits - 1);
  if (std::isinf(value)) return infinity;
  const int exponent = value == 0 ? -14 : std::max(std::ilogb(value), -14);
  // In units of the last place of that exponent. The scaling is exact, then one rounding follows (the host rounds to
  // even).
  const float units = std::nearbyint(std::ldexp(value, static_cast<int>(fraction_bits) - exponent));
  // Adding carries a fraction overflow, and the hidden one of a normal number, into the exponent.
  const std::uint32_t code =
      static_cast<std::uint32_t>(units) + (static_cast<std::uint32_t>(exponent + 14) << fraction_bits);
  return code > infinity ? infinity : code;
}

}  // namespace eugene::memory
