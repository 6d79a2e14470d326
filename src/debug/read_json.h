// JSON from editors and programs. The library reads nested values in a loop, but writes and copies them by recursion:
// 100,000 brackets would end the process where a message's id is sent back.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace eugene::debug {

inline constexpr int kDeepestJson = 100;  // levels; messages have less than ten

// Discarded, in the library's words, if the text is no JSON, or is nested deeper than that.
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
