// The pseudo-code of vISA manual DPAS as it stands there: elements are found bit by bit, and numbers by their sign,
// exponent and fraction. Nothing here is shared with the implementation.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace eugene::test {

using Bytes = std::vector<std::uint8_t>;

// A type of elements: its name in the instruction, its size, and its kind.
struct Element {
  std::string name;
  unsigned bits;
  bool is_signed = false;
  unsigned exponent = 0;  // bits of a float's exponent; 0: an integer
  unsigned fraction = 0;
  unsigned unused = 0;         // low bits that are no part of the number
  bool has_infinities = true;  // else all ones is the only NaN
};

inline const std::vector<Element> kIntegers = {{"u1", 1}, {"s1", 1, true}, {"u2", 2}, {"s2", 2, true},
                                               {"u4", 4}, {"s4", 4, true}, {"u8", 8}, {"s8", 8, true}};
inline const Element kBf{"bf", 16, true, 8, 7}, kHf{"hf", 16, true, 5, 10}, kTf32{"tf32", 32, true, 8, 10, 13},
    kBf8{"bf8", 8, true, 5, 2}, kHf8{"hf8", 8, true, 4, 3, 0, false}, kF{"f", 32, true, 8, 23}, kD{"d", 32, true};

inline std::uint64_t bits_at(std::span<const std::uint8_t> bytes, std::size_t bit, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned n = 0; n < count; ++n)
    value |= static_cast<std::uint64_t>(bytes[(bit + n) / 8] >> (bit + n) % 8 & 1U) << n;
  return value;
}

// IEEE 754: (-1)^s * 2^(e - bias) * (1 + f), denormals and specials.
inline double float_value(const Element& type, std::uint64_t bits) {
  bits >>= type.unused;
  const std::uint64_t fraction = bits & ((1U << type.fraction) - 1);
  const std::uint64_t ones = (1U << type.exponent) - 1;
  const std::uint64_t exponent = bits >> type.fraction & ones;
  const int bias = (1 << (type.exponent - 1)) - 1;
  const double sign = (bits >> (type.fraction + type.exponent) & 1) != 0 ? -1 : 1;
  const double part = std::ldexp(static_cast<double>(fraction), -static_cast<int>(type.fraction));
  const bool is_nan = type.has_infinities ? exponent == ones && fraction != 0
                                          : exponent == ones && fraction == (1U << type.fraction) - 1;
  if (is_nan) return std::numeric_limits<double>::quiet_NaN();
  if (type.has_infinities && exponent == ones) return sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(part, 1 - bias);
  return sign * std::ldexp(1 + part, static_cast<int>(exponent) - bias);
}

inline std::int64_t integer_value(const Element& type, std::uint64_t bits) {
  const auto value = static_cast<std::int64_t>(bits);
  return type.is_signed && (bits >> (type.bits - 1) & 1) != 0 ? value - (std::int64_t{1} << type.bits) : value;
}

// The bits of the number of `type` nearest to `value`, ties to the even one.
inline std::uint64_t nearest(const Element& type, double value) {
  const int bias = (1 << (type.exponent - 1)) - 1;
  const std::uint64_t infinity = static_cast<std::uint64_t>((1U << type.exponent) - 1) << type.fraction;
  const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (type.fraction + type.exponent) : 0;
  if (std::isnan(value) && !type.has_infinities) return (std::uint64_t{1} << (type.exponent + type.fraction)) - 1;
  if (std::isnan(value)) return infinity | std::uint64_t{1} << (type.fraction - 1);
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  const double size = std::fabs(value);
  const int exponent = std::max(std::ilogb(size), 1 - bias);
  const double unit = std::ldexp(1.0, exponent - static_cast<int>(type.fraction));
  const auto units = static_cast<std::uint64_t>(std::nearbyint(size / unit));  // the default mode is to nearest even
  // Units with the leading one, which the exponent stands for; a carry goes into it.
  const std::uint64_t base = static_cast<std::uint64_t>(exponent + bias - 1) << type.fraction;
  return sign | (type.has_infinities ? std::min(base + units, infinity) : base + units);
}

struct Shape {
  Element weights, activations, accumulator, result;
  bool has_accumulator = true;
  unsigned depth = 8, repeats = 8, columns = 8;

  unsigned ops_per_channel() const {
    if (weights.exponent != 0) return 32 / weights.bits;
    return weights.bits == 8 || activations.bits == 8 ? 4 : 8;
  }
  unsigned operands_per_channel() const { return 32 / (ops_per_channel() * weights.bits); }
  unsigned weight_bytes() const { return (depth + operands_per_channel() - 1) / operands_per_channel() * columns * 4; }
  unsigned activation_bytes() const { return (depth * ops_per_channel() * repeats * activations.bits + 7) / 8; }
};

// Dst of the page: Src0 + Src2 x Src1.
inline Bytes multiply(const Shape& shape, const Bytes& src0, const Bytes& src1, const Bytes& src2) {
  Bytes dst(shape.repeats * shape.columns * shape.result.bits / 8);
  const unsigned ops = shape.ops_per_channel();
  unsigned k = 0;
  for (unsigned r = 0; r < shape.repeats; ++r) {
    const unsigned row = k;
    for (unsigned i = 0; i < shape.columns; ++i) {
      k = row;
      const std::size_t at = std::size_t{r} * shape.columns + i;
      const std::uint64_t start =
          shape.has_accumulator ? bits_at(src0, at * shape.accumulator.bits, shape.accumulator.bits) : 0;
      auto integer = static_cast<std::uint32_t>(start);
      auto number = static_cast<float>(shape.accumulator.exponent != 0 ? float_value(shape.accumulator, start) : 0);
      for (unsigned d = 0; d < shape.depth; ++d) {
        const unsigned m = d / shape.operands_per_channel();
        const unsigned n = d % shape.operands_per_channel() * ops;
        std::int64_t integer_dot = 0;
        float float_dot = 0;
        for (unsigned e = 0; e < ops; ++e) {
          const std::size_t dword = std::size_t{m} * shape.columns + i;
          const std::uint64_t b = bits_at(src1, dword * 32 + (n + e) * shape.weights.bits, shape.weights.bits);
          const std::uint64_t a = bits_at(src2, std::size_t{k + e} * shape.activations.bits, shape.activations.bits);
          if (shape.weights.exponent == 0) {
            integer_dot += integer_value(shape.weights, b) * integer_value(shape.activations, a);
          } else {
            const auto product = static_cast<float>(float_value(shape.weights, b) * float_value(shape.activations, a));
            float_dot = e == 0 ? product : float_dot + product;
          }
        }
        integer += static_cast<std::uint32_t>(integer_dot);
        number += float_dot;
        k += ops;
      }
      const std::uint64_t bits = shape.result.exponent != 0 ? nearest(shape.result, double{number}) : integer;
      for (unsigned n = 0; n < shape.result.bits / 8; ++n)
        dst[at * shape.result.bits / 8 + n] = static_cast<std::uint8_t>(bits >> 8 * n);
    }
  }
  return dst;
}

}  // namespace eugene::test
