// Characters of names in C, GLSL, assembly and vISA.
#pragma once

#include <cctype>

namespace eugene {

inline bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace eugene
