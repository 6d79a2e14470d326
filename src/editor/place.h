// Positions in a text as in the Language Server Protocol 3.17: lines and characters are counted from 0. A character is
// a byte, because sources are ASCII except for comments.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace eugene::editor {

struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
};

// Returns line `number` without its end; empty if the text has no such line.
std::string_view find_line(std::string_view text, std::size_t number);
// Returns the Range of characters [begin, end) of a line.
nlohmann::json make_range(std::size_t line, std::size_t begin, std::size_t end);

}  // namespace eugene::editor
