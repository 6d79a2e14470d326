// The tokens of a kernel's text.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "base/name_character.h"

namespace eugene::debug {

// A place in the text. Lines and columns count from 1; column 0 means anywhere in the line.
struct TextPlace {
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const TextPlace&) const = default;
};

// A range from the first character of one token to the first character of another.
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
// Whether `token` can end a value. An & after such a token is the binary operator.
inline bool ends_value(std::string_view token) {
  return (is_word(token) && token != "return") || token == ")" || token == "]";
}

}  // namespace eugene::debug
