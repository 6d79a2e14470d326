#include "asm/element.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "asm/value.h"
#include "base/bits.h"
#include "base/number.h"

namespace eugene::assembly {
namespace {

using isa::Type;

// Fields of the float types: 4.2.3, and the 16-bit and 64-bit formats.
struct FloatLayout {
  unsigned exponent_bits;
  unsigned fraction_bits;
};
constexpr FloatLayout layout(Type type) {
  if (type == Type::hf) return {5, 10};
  if (type == Type::df) return {11, 52};
  return {8, 23};
}
unsigned width(Type type) { return isa::byte_size(type) * 8; }
std::uint64_t infinity(Type type) {
  const FloatLayout fields = layout(type);
  return low_mask(fields.exponent_bits) << fields.fraction_bits;
}

bool has_prefix(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

double half_value(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 0x1F);
  const double fraction = static_cast<double>(bits & 0x3FF);
  double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 0x1F) magnitude = HUGE_VAL;
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::string with_point(const std::string& text) {
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::optional<std::uint64_t> parse_element(Type type, std::string_view text) {
  const bool negative = has_prefix(text, "-");
  std::string_view digits = text;
  if (negative || has_prefix(text, "+")) digits.remove_prefix(1);
  const std::uint64_t mask = low_mask(width(type));
  if (isa::is_float(type) && (digits == "inf" || digits == "nan")) {
    const std::uint64_t quiet = std::uint64_t{1} << (layout(type).fraction_bits - 1);
    const std::uint64_t sign = negative ? std::uint64_t{1} << (width(type) - 1) : 0;
    return infinity(type) | (digits == "nan" ? quiet : 0) | sign;
  }
  assembly::Value value;
  if (has_prefix(digits, "0x") || has_prefix(digits, "0X")) {
    const auto integer = parse_number<std::uint64_t>(digits.substr(2), 16);
    if (!integer) return std::nullopt;
    if (isa::is_float(type)) return negative || *integer > mask ? std::nullopt : integer;
    value.integer = negative ? 0 - *integer : *integer;
  } else if (isa::is_float(type)) {
    double wide = 0;
    // If the number does not fit in a double, the bits are computed from its text.
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), wide);
    if (result.ptr != digits.data() + digits.size() || digits.empty() || has_prefix(digits, "-")) return std::nullopt;
    value.is_fraction = true;
    value.fraction = negative ? -wide : wide;
    value.literal = digits;
    value.negated = negative;
  } else {
    const auto integer = parse_number<std::uint64_t>(digits);
    if (!integer) return std::nullopt;
    if (negative && *integer > std::uint64_t{1} << 63) return std::nullopt;
    value.integer = negative ? 0 - *integer : *integer;
    if (!negative && width(type) == 64) return value.integer;
  }
  const auto field = assembly::immediate_field(type, value);
  return field ? std::optional(*field & mask) : std::nullopt;
}

std::string format_element(Type type, std::uint64_t bits) {
  if (is_nan(type, bits)) return fmt::format("nan({:#x})", bits);
  switch (type) {
    case Type::f: return with_point(fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
    case Type::df: return with_point(fmt::format("{}", std::bit_cast<double>(bits)));
    case Type::hf: return with_point(fmt::format("{}", half_value(bits)));
    case Type::b:
    case Type::w:
    case Type::d: return fmt::format("{}", sign_extend(bits, width(type)));
    case Type::q: return fmt::format("{}", std::bit_cast<std::int64_t>(bits));
    default: return fmt::format("{:#x}", bits);
  }
}

bool is_nan(Type type, std::uint64_t bits) {
  return isa::is_float(type) && (bits & low_mask(width(type) - 1)) > infinity(type);
}

std::uint64_t ulp_distance(Type type, std::uint64_t a, std::uint64_t b) {
  // Maps sign and magnitude to an order in which adjacent floats are adjacent integers.
  const std::uint64_t sign = std::uint64_t{1} << (width(type) - 1);
  const auto place = [&](std::uint64_t bits) {
    return (bits & sign) != 0 ? sign - 1 - (bits & (sign - 1)) : sign + bits;
  };
  const std::uint64_t left = place(a);
  const std::uint64_t right = place(b);
  return left > right ? left - right : right - left;
}

}  // namespace eugene::assembly
