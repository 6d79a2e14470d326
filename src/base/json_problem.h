// The message of an exception of the JSON library, without the library's own prefix.
#pragma once

#include <exception>
#include <string_view>

namespace eugene {

// Returns the message without "[json.exception.parse_error.101] ". Other messages are returned whole.
inline std::string_view json_problem(const std::exception& error) {
  std::string_view text = error.what();
  if (!text.starts_with("[json.exception.")) return text;
  const std::size_t end = text.find("] ");
  return end == std::string_view::npos ? text : text.substr(end + 2);
}

}  // namespace eugene
