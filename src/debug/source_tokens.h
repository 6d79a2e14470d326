// What a token of a kernel's text is.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/name_character.h"

namespace eugene::debug {

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
