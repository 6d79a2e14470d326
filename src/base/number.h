// Numbers from text. A sign is read only if the type has one; blanks and a plus sign are not part of a number.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace eugene {

// Takes the number that `text` begins with. Returns nothing, and leaves `text`, if there is none or it is too large.
template <std::integral Number>
std::optional<Number> take_number(std::string_view& text, int base = 10) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}
template <std::floating_point Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Returns the number if the text has nothing else.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
  const auto number = take_number<Number>(text, base);
  return text.empty() ? number : std::nullopt;
}
template <std::floating_point Number>
std::optional<Number> parse_number(std::string_view text) {
  const auto number = take_number<Number>(text);
  return text.empty() ? number : std::nullopt;
}

// Parses a whole text as a number: hexadecimal after "0x" or "0X", else decimal.
template <std::unsigned_integral Number>
std::optional<Number> parse_c_number(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  return parse_number<Number>(text.substr(is_hexadecimal ? 2 : 0), is_hexadecimal ? 16 : 10);
}

}  // namespace eugene
