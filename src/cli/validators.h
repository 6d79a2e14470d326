// Validators for the values of options.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace eugene::cli {

// Accepts a number from 0 to `max`. CLI::Range would accept NaN.
inline CLI::Validator duration(double max) {
  const auto check = [max](const std::string& text) -> std::string {
    double value = -1;
    if (!CLI::detail::lexical_cast(text, value)) return fmt::format("'{}' is not a number", text);
    if (value >= 0 && value <= max) return {};
    return fmt::format("{} is not a number from 0 to {:.0f}", text, max);
  };
  return {check, fmt::format("0 to {:.0f}", max)};
}

// Accepts a whole number from `min` to `max`, with a description for --help.
template <class Number>
CLI::Validator whole(Number min, Number max) {
  const auto check = [min, max](const std::string& text) -> std::string {
    Number value{};
    if (CLI::detail::lexical_cast(text, value) && value >= min && value <= max) return {};
    return fmt::format("'{}' is not a whole number from {} to {}", text, min, max);
  };
  return {check, fmt::format("{} to {}", min, max)};
}

// Accepts a non-negative number. For 64-bit options, CLI11 would accept -1 as the largest number.
inline CLI::Validator count() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? fmt::format("{} is negative", text) : std::string();
          },
          {}};
}

// Accepts one of `names`, with all of them as the description for --help. `filter` may be CLI::ignore_case.
template <class... Filter>
CLI::Validator choice(const std::vector<std::string>& names, Filter... filter) {
  const CLI::Validator is_member = CLI::IsMember(names, filter...);
  const auto check = [is_member, names](std::string& text) -> std::string {
    if (is_member(text).empty()) return {};
    return fmt::format("'{}' is not one of {}", text, fmt::join(names, ", "));
  };
  return {check, is_member.get_description()};
}

}  // namespace eugene::cli
