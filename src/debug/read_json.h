// Reads JSON from editors and programs. The library parses nested values in a loop, but writes and copies them by
// recursion. Without a limit, a message ID with 100,000 nested brackets would crash the process when the ID is sent
// back.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace eugene::debug {

inline constexpr int kDeepestJson = 100;  // levels; messages have fewer than ten

// Returns a value that is "discarded" (the library's term) if the text is not JSON, or is nested more than kDeepestJson
// levels.
inline nlohmann::json read_json(std::string_view text) {
  bool is_too_deep = false;
  const auto keep = [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    is_too_deep = is_too_deep || depth > kDeepestJson;
    return !is_too_deep;
  };
  nlohmann::json value = nlohmann::json::parse(text.begin(), text.end(), keep, false);
  return is_too_deep ? nlohmann::json(nlohmann::json::value_t::discarded) : value;
}

}  // namespace eugene::debug
