// Places in a text, as the Language Server Protocol 3.17 has them: lines and characters are counted from 0. A character
// is a byte, as sources are ASCII but for comments.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace eugene::language {

struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
};

// Line `number` without its end; empty where the text has no such line.
std::string_view line_of(std::string_view text, std::size_t number);
// A Range: characters [begin, end) of a line.
nlohmann::json range_of(std::size_t line, std::size_t begin, std::size_t end);

}  // namespace eugene::language
