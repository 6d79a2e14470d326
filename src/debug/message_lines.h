// The messages between a debugger in a program and what drives it (debug/connection.h): JSON objects, a line each.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "debug/read_json.h"

namespace eugene::debug {

// What has been received, in parts of any size.
class MessageLines {
 public:
  void add(std::string_view part) { received_ += part; }
  // The next whole message. Discarded, in the library's words, if it is no JSON. Nothing: more has to come.
  std::optional<nlohmann::json> next() {
    const std::size_t end = received_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    auto message = read_json(std::string_view(received_).substr(0, end));
    received_.erase(0, end + 1);
    return message;
  }

 private:
  std::string received_;
};

// Text that is no UTF-8, as of a program's names, is replaced where it is not.
inline std::string message_line(const nlohmann::json& message) {
  return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace eugene::debug
