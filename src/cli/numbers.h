// Validators for numbers in options.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace eugene::cli {

// Accepts a number from 0 to `most`. CLI::Range would accept NaN.
inline CLI::Validator duration(double most) {
  const auto check = [most](const std::string& text) -> std::string {
    double value = -1;
    if (CLI::detail::lexical_cast(text, value) && value >= 0 && value <= most) return {};
    return fmt::format("Value {} not in range 0 to {:g}", text, most);
  };
  return {check, fmt::format("0 to {:.0f}", most)};
}

// Accepts a whole number from `least` to `most`, with a description for --help.
template <class Number>
CLI::Validator whole(Number least, Number most) {
  return CLI::Range(least, most).description(fmt::format("{} to {}", least, most));
}

// Accepts a non-negative number. For 64-bit options, CLI11 would accept -1 as the largest number.
inline CLI::Validator count() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? fmt::format("Value {} is negative", text) : std::string();
          },
          {}};
}

}  // namespace eugene::cli
