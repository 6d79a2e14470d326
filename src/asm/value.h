// The value of a constant expression, and its conversion to an immediate of any type (SNB PRM vol4 part2 7.4.11).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/type.h"

namespace eugene::assembly {

// The kind of NaN; `integer` is its payload. none: a number.
enum class NotANumber : std::uint8_t { none, quiet, signalling };

struct Value {
  std::uint64_t integer = 0;  // two's complement
  double fraction = 0;        // the value if is_fraction
  bool is_fraction = false;
  bool is_bits = false;         // a single hexadecimal or binary number: for a float type, its encoding
  std::uint8_t hex_digits = 0;  // digits of that number
  std::string_view literal;     // a single decimal number without its sign, so that it is rounded only once
  bool negated = false;         // that number, or a NaN, has a minus sign
  NotANumber nan = NotANumber::none;
  std::string_view label;  // if not empty, the value is this label's address plus `integer`

  std::int64_t as_signed() const { return static_cast<std::int64_t>(integer); }
  double as_double() const { return is_fraction ? fraction : static_cast<double>(as_signed()); }
};

// Returns the immediate field that holds `value` as a `type`, zero-extended to 64 bits. A word is stored in both halves
// of 32 bits, except that eight hexadecimal digits are the whole field. Null if `value` is out of the type's range.
std::optional<std::uint64_t> immediate_field(isa::Type type, const Value& value);

// Sizes of the fields of a float `type`, without the sign (4.2).
struct FloatFormat {
  unsigned exponent_bits, fraction_bits;
};
FloatFormat float_format(isa::Type type);

// Returns the maximum payload of a NaN of the float `type`, without the bit that makes it quiet.
std::uint64_t max_payload(isa::Type type);

// Returns the nearest half, ties to even; infinity above the largest.
std::uint16_t half_bits(double value);

// Returns the restricted float of VF (4.2.5: sign, 3-bit exponent, 4-bit fraction); null if `value` is not exactly one.
std::optional<std::uint8_t> restricted_float_bits(double value);

}  // namespace eugene::assembly
