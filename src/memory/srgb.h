// The sRGB transfer function (IEC 61966-2-1), which formats named _SRGB apply to red, green and blue.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace eugene::memory {

// The fifth root of a number from 0 to 1 by Newton's method: constexpr, and the same bits on every host.
constexpr double fifth_root(double value) {
  if (value <= 0) return 0;
  double root = 1;
  for (unsigned i = 0; i < 100; ++i) {
    const double fourth = root * root * root * root;
    const double next = root - (root - value / fourth) / 5;
    if (next == root) break;
    root = next;
  }
  return root;
}

// Converts an encoded value from 0 to 1 to linear light. x^2.4 is x^2 times the fifth root of x^2.
constexpr double linear_from_srgb(double encoded) {
  if (encoded <= 0.04045) return encoded / 12.92;
  const double base = (encoded + 0.055) / 1.055;
  return base * base * fifth_root(base * base);
}

inline double srgb_from_linear(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

// Linear value of each 8-bit code, as the bits of a float.
inline constexpr auto kLinearFromSrgb8 = [] {
  std::array<std::uint32_t, 256> table{};
  for (unsigned code = 0; code < table.size(); ++code) {
    table[code] = std::bit_cast<std::uint32_t>(static_cast<float>(linear_from_srgb(code / 255.0)));
  }
  return table;
}();

}  // namespace eugene::memory
