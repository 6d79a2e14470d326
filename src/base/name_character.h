// Characters of names in C, GLSL, assembly and vISA.
#pragma once

#include <cctype>

namespace eugene {

inline bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace eugene
