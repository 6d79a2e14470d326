// Validators for numbers in options.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace eugene::cli {

// A number from 0 to `most`. CLI::Range takes NaN for one.
inline CLI::Validator duration(double most) {
  const auto check = [most](const std::string& text) -> std::string {
    double value = -1;
    if (CLI::detail::lexical_cast(text, value) && value >= 0 && value <= most) return {};
    return fmt::format("Value {} not in range 0 to {:g}", text, most);
  };
  return {check, fmt::format("FLOAT in [0 - {:g}]", most)};
}

// A number from 0 on. Where 64 bits are wanted, CLI11 takes -1 for the largest.
inline CLI::Validator count() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? fmt::format("Value {} is negative", text) : std::string();
          },
          {}};
}

}  // namespace eugene::cli
