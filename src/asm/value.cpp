#include "asm/value.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "base/bits.h"

namespace eugene::assembly {
namespace {

using isa::Type;

std::uint64_t both_halves(std::uint64_t word) { return (word & 0xFFFF) << 16 | (word & 0xFFFF); }

// Returns `value` as an integer of `bits` bits, signed or unsigned: -1 and 0xFFFF are the same word.
std::optional<std::uint64_t> integer_field(const Value& value, unsigned bits) {
  if (value.is_fraction) return std::nullopt;
  if (bits == 64) return value.integer;
  const bool fits_unsigned = (value.integer >> bits) == 0;
  const bool fits_signed = sign_extend(value.integer & low_mask(bits), bits) == value.as_signed();
  if (!fits_unsigned && !fits_signed) return std::nullopt;
  return value.integer & low_mask(bits);
}

std::optional<std::uint64_t> word_field(const Value& value) {
  if (value.is_bits && value.hex_digits == 8) return integer_field(value, 32);
  const auto word = integer_field(value, 16);
  return word ? std::optional(both_halves(*word)) : std::nullopt;
}

// Returns a NaN: the exponent is all ones, the highest bit of the fraction is set if it is quiet, and the fraction is
// not 0.
std::optional<std::uint64_t> nan_field(Type type, const Value& value) {
  if (!isa::is_float(type)) return std::nullopt;
  const bool is_quiet = value.nan == NotANumber::quiet;
  if (value.integer > max_payload(type) || (!is_quiet && value.integer == 0)) return std::nullopt;
  const auto [exponent_bits, fraction_bits] = float_format(type);
  std::uint64_t bits = low_mask(exponent_bits) << fraction_bits | value.integer;
  if (is_quiet) bits |= std::uint64_t{1} << (fraction_bits - 1);
  if (value.negated) bits |= std::uint64_t{1} << (fraction_bits + exponent_bits);
  return type == Type::hf ? both_halves(bits) : bits;
}

// Returns the value rounded to `Float`; null if it is out of range.
template <class Float, class Bits>
std::optional<std::uint64_t> float_field(const Value& value) {
  if (value.literal.empty()) return std::bit_cast<Bits>(static_cast<Float>(value.as_double()));
  Float magnitude{};
  const auto result = std::from_chars(value.literal.data(), value.literal.data() + value.literal.size(), magnitude);
  if (result.ec != std::errc{}) return std::nullopt;
  return std::bit_cast<Bits>(value.negated ? -magnitude : magnitude);
}

}  // namespace

FloatFormat float_format(Type type) {
  switch (type) {
    case Type::hf: return {5, 10};
    case Type::df: return {11, 52};
    default: return {8, 23};
  }
}

std::uint64_t max_payload(Type type) { return low_mask(float_format(type).fraction_bits - 1); }

std::uint16_t half_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00);
  const double magnitude = std::fabs(value);
  if (magnitude >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7C00);
  int exponent = 0;
  std::frexp(magnitude, &exponent);                                  // magnitude = m * 2^exponent, m in [0.5, 1)
  const int ulp = std::max(exponent - 11, -24);                      // of a half with this exponent, or of a denormal
  const double units = std::nearbyint(std::ldexp(magnitude, -ulp));  // exact apart from the rounding to half
  if (units == 0) return sign;
  const double rounded = std::ldexp(units, ulp);
  std::frexp(rounded, &exponent);
  if (exponent - 1 < -14) return static_cast<std::uint16_t>(sign | static_cast<unsigned>(units));
  const auto fraction = static_cast<unsigned>(std::ldexp(rounded, 11 - exponent)) & 0x3FFU;
  return static_cast<std::uint16_t>(sign | static_cast<unsigned>(exponent - 1 + 15) << 10 | fraction);
}

std::optional<std::uint8_t> restricted_float_bits(double value) {
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  for (unsigned code = 0; code < 0x80; ++code) {
    // 0 is zero; every other code has an exponent biased by 3 and four bits of fraction.
    const double magnitude = code == 0 ? 0 : std::ldexp(1.0 + (code & 0xF) / 16.0, static_cast<int>(code >> 4) - 3);
    if (magnitude == std::fabs(value)) return static_cast<std::uint8_t>(sign | code);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> immediate_field(Type type, const Value& value) {
  if (value.nan != NotANumber::none) return nan_field(type, value);
  switch (type) {
    case Type::ub:
    case Type::b: return integer_field(value, 8);
    case Type::uw:
    case Type::w: return word_field(value);
    case Type::ud:
    case Type::d:
    case Type::v:
    case Type::uv: return integer_field(value, 32);
    case Type::vf: return integer_field(value, 32);
    case Type::uq:
    case Type::q: return integer_field(value, 64);
    case Type::hf:
      if (value.is_bits) return word_field(value);
      return both_halves(half_bits(value.as_double()));
    case Type::f:
      if (value.is_bits) return integer_field(value, 32);
      return float_field<float, std::uint32_t>(value);
    case Type::df:
      if (value.is_bits) return value.integer;
      return float_field<double, std::uint64_t>(value);
  }
  return std::nullopt;
}

}  // namespace eugene::assembly
