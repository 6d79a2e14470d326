#include "check/source_calls.h"

#include "base/name_character.h"

namespace eugene::check {

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find("//")); }

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<std::string_view> text_after_call(std::string_view code, std::string_view name) {
  for (std::size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
    if (at != 0 && is_name_character(code[at - 1])) continue;
    const std::string_view behind = without_blanks(code.substr(at + name.size()));
    if (behind.starts_with('(')) return behind.substr(1);
  }
  return std::nullopt;
}

}  // namespace eugene::check
