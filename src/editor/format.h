// Formats assembly or vISA text for an editor, line by line. It only recognises comments, strings, labels, directives
// and blocks, so it never changes the meaning of a text and can format text with errors.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace eugene::editor {

// One level of indentation.
struct Indentation {
  static constexpr std::size_t kMaxSpaces = 16;
  std::size_t spaces = 2;  // at most kMaxSpaces
  bool is_tab = false;     // use one tab instead of spaces

  std::string text() const { return is_tab ? "\t" : std::string(spaces, ' '); }
};

// Returns the changed lines of `text`, as an array of TextEdit. Parts of an instruction are separated by one blank, a
// comment after it by two. Labels and directives begin at the start of the line. In assembly each block of if and do is
// indented by a level; in vISA all instructions are.
nlohmann::json format_edits(std::string_view text, const Indentation& level);

}  // namespace eugene::editor
