// Elements of registers and memory as text: what `set` and `expect` are given, and what `print` says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/type.h"

namespace eugene::assembly {

// The bits of `text` as one element of `type`: a decimal or hexadecimal number; for floats a decimal fraction, `inf`,
// `nan` or their encoding in hexadecimal; optionally with a sign. Null if it is none of these or out of range.
std::optional<std::uint64_t> parse_element(isa::Type type, std::string_view text);

// Floats so that they read back to the same bits; NaNs with their bits; unsigned numbers of 4 bytes and more also in
// hexadecimal where that helps.
std::string format_element(isa::Type type, std::uint64_t bits);

// Whether float `bits` of `type` is a NaN. False for integers.
bool is_nan(isa::Type type, std::uint64_t bits);

// How many representable values lie between two floats of `type`; 0 and -0 are next to each other.
std::uint64_t ulp_distance(isa::Type type, std::uint64_t a, std::uint64_t b);

}  // namespace eugene::assembly
