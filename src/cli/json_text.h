// Formats JSON for the output of commands.
#pragma once

#include <string>

namespace eugene::cli {

// Returns indented JSON without a final newline. Texts of programs and files may not be UTF-8: invalid bytes are
// replaced.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace eugene::cli
