// Reads fields of JSON messages, which may be missing or of any type.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace eugene::debug::dap {

inline const nlohmann::json& field(const nlohmann::json& object, const char* name) {
  static const nlohmann::json kNone;
  if (!object.is_object()) return kNone;
  const auto found = object.find(name);
  return found == object.end() ? kNone : *found;
}

inline std::string read_text(const nlohmann::json& object, const char* name) {
  const nlohmann::json& value = field(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

inline std::optional<std::uint64_t> read_unsigned(const nlohmann::json& object, const char* name) {
  const nlohmann::json& value = field(object, name);
  if (!value.is_number_integer() || (!value.is_number_unsigned() && value.get<std::int64_t>() < 0)) return std::nullopt;
  return value.get<std::uint64_t>();
}

inline std::int64_t read_signed(const nlohmann::json& object, const char* name) {
  const nlohmann::json& value = field(object, name);
  if (!value.is_number_integer()) return 0;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) return 0;
  return value.get<std::int64_t>();
}

inline bool read_flag(const nlohmann::json& object, const char* name) {
  const nlohmann::json& value = field(object, name);
  return value.is_boolean() && value.get<bool>();
}

}  // namespace eugene::debug::dap
