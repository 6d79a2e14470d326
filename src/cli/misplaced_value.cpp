#include "misplaced_value.h"

#include <CLI/CLI.hpp>
#include <string_view>

namespace eugene::cli {
namespace {

// Whether `word` is in a set of words, which CLI11 describes as {a,b}.
bool is_among(std::string_view word, std::string_view set) {
  const std::size_t begin = set.find('{');
  if (begin == std::string_view::npos) return false;
  set.remove_prefix(begin + 1);
  while (true) {
    const std::size_t end = set.find_first_of(",}");
    if (end == std::string_view::npos) return false;
    if (set.substr(0, end) == word) return true;
    set.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<MisplacedValue> misplaced_value(const CLI::App& subcommand, std::span<const char* const> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--") return std::nullopt;
    const CLI::Option* option =
        word.starts_with("--") ? subcommand.get_option_no_throw(std::string(word.substr(0, word.find('=')))) : nullptr;
    if (option == nullptr) {
      if (!word.starts_with('-')) return std::nullopt;  // the program, followed by its arguments
      continue;
    }
    const bool has_value = word.find('=') != std::string_view::npos;
    if (option->get_expected_min() == 0) {
      if (!has_value && i + 1 < arguments.size() && is_among(arguments[i + 1], option->get_type_name()))
        return MisplacedValue{std::string(word), arguments[i + 1]};
    } else if (!has_value) {
      ++i;  // skips the option's value
    }
  }
  return std::nullopt;
}

}  // namespace eugene::cli
