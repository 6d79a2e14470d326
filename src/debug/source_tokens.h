// Tokens of a kernel's text.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "base/name_character.h"

namespace eugene::debug {

// A place in the text. Lines and columns count from 1; column 0: somewhere in the line.
struct TextPlace {
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const TextPlace&) const = default;
};

// From the first character of a token to the first of another one.
struct TextSpan {
  TextPlace begin, end;
  bool contains(const TextPlace& place) const {
    if (place.column == 0) return begin.line <= place.line && place.line <= end.line;
    return begin <= place && place <= end;
  }
  bool operator==(const TextSpan&) const = default;
};

struct SourceToken {
  std::string_view text;
  TextPlace place;
};

inline constexpr std::array<std::string_view, 11> kAssignments{
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

inline bool is_word(std::string_view token) { return !token.empty() && is_name_character(token[0]); }
inline bool counts(std::string_view token) { return token == "++" || token == "--"; }
inline bool assigns(std::string_view token) { return std::ranges::find(kAssignments, token) != kAssignments.end(); }
// Whether a value ends with the token, so that an & after it stands between two values.
inline bool ends_value(std::string_view token) {
  return (is_word(token) && token != "return") || token == ")" || token == "]";
}

}  // namespace eugene::debug
