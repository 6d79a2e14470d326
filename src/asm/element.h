// Elements of registers and memory as text, for `set`, `expect` and `print`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/type.h"

namespace eugene::assembly {

// Parses `text` as one element of `type` and returns its bits. Accepts decimal and hexadecimal numbers, with a sign;
// for floats also decimal fractions, `inf`, `nan`, and the encoding in hexadecimal. Null if `text` is none of these or
// out of range.
std::optional<std::uint64_t> parse_element(isa::Type type, std::string_view text);

// Formats an element. Floats read back to the same bits; NaNs show their bits. Unsigned numbers are hexadecimal.
std::string format_element(isa::Type type, std::uint64_t bits);

// True if float `bits` of `type` is a NaN. Always false for integers.
bool is_nan(isa::Type type, std::uint64_t bits);

// Returns the number of steps between two floats of `type`; 0 and -0 are one step apart.
std::uint64_t ulp_distance(isa::Type type, std::uint64_t a, std::uint64_t b);

}  // namespace eugene::assembly
