// The messages between the debugger in a program and the front end that drives it (debug/connection.h): JSON objects,
// one on each line.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "debug/read_json.h"

namespace eugene::debug {

// A buffer for received text, which arrives in parts of any size.
class MessageLines {
 public:
  void add(std::string_view part) { received_ += part; }
  // Returns the next complete message, or nothing if no message is complete. The value is "discarded" (the library's
  // term) if the line is not JSON.
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

// Bytes that are not valid UTF-8, for example in a program's names, are replaced.
inline std::string message_line(const nlohmann::json& message) {
  return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace eugene::debug
