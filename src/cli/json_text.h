// JSON as commands print it.
#pragma once

#include <string>

namespace eugene::cli {

// Indented, without a line's end. Texts of programs and files need not be UTF-8: what is none is replaced.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace eugene::cli
