// How an editor formats a text in assembly or vISA: line by line, without understanding more of it than comments,
// strings, labels, directives and blocks, so that it never changes what a text means, and formats texts with mistakes.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace eugene::language {

// A level of indentation.
struct Indentation {
  static constexpr std::size_t kMostSpaces = 16;
  std::size_t spaces = 2;  // at most kMostSpaces
  bool is_tab = false;     // then one tab in place of the spaces

  std::string text() const { return is_tab ? "\t" : std::string(spaces, ' '); }
};

// The lines of `text` that are to be written otherwise, as an array of TextEdit: one blank between the parts of an
// instruction and two before a comment behind it; labels and directives at the beginning of the line; in assembly a
// level of indentation for each block of if and do, in vISA one for all instructions.
nlohmann::json formatting_of(std::string_view text, const Indentation& level);

}  // namespace eugene::language
