// Writes JSON for the page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace eugene::web {

// A message may have a part of a program's text that begins or ends within a letter: that is replaced. To the library
// it would be an error, which ends the machine.
inline std::string json_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace eugene::web
