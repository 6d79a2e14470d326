#include "help_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace eugene::cli {
namespace {

constexpr std::size_t kDescriptionWidth = 90;  // max characters of a line, after the column of the options

// CLI11 keeps the name of a value and the description of its check in one text: `NAME:CHECK`.
struct Type {
  std::string name;
  std::string check;
};

Type option_type(const CLI::Option& option) {
  const std::string text = option.get_type_name();
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

bool is_set(std::string_view check) { return check.starts_with('{'); }

// Converts {a,b} to a|b.
std::string alternatives(std::string_view check) {
  std::string words(check.substr(1, check.size() - 2));
  std::ranges::replace(words, ',', '|');
  return words;
}

// Whether the option is a flag that may have a value after `=`.
bool has_optional_value(const CLI::Option& option) {
  return option.get_expected_min() == 0 && is_set(option_type(option).check);
}

bool is_repeated(const CLI::Option& option) {
  return option.get_positional() && option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

// Returns the limits of an option's value, its default, and the options that exclude it.
std::vector<std::string> notes(const CLI::Option& option) {
  std::vector<std::string> result;
  const std::string check = option_type(option).check;
  if (!check.empty() && !is_set(check)) result.push_back(check);
  if (!option.get_default_str().empty()) result.push_back("default " + option.get_default_str());
  for (const CLI::Option* other : option.get_excludes()) result.push_back("not with " + other->get_name());
  std::ranges::sort(result.end() - static_cast<std::ptrdiff_t>(option.get_excludes().size()), result.end());
  return result;
}

std::string wrapped(std::string_view text) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (column != 0 && column + 1 + word.size() > kDescriptionWidth) {
      result += '\n';
      column = 0;
    } else if (column != 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

}  // namespace

// Removes one of the two empty lines that CLI11 writes between groups.
std::string HelpFormat::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  std::string text = Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) text.erase(at, 1);
  return text;
}

std::string HelpFormat::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = Formatter::make_option_name(option, is_positional);
  name.erase(std::min(name.find('{'), name.size()));  // the default value of a flag
  if (const std::size_t comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
  return name;
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  if (!option->get_option_text().empty()) return " " + option->get_option_text();
  if (is_repeated(*option)) return "...";
  if (option->get_positional()) return {};
  const Type type = option_type(*option);
  if (has_optional_value(*option)) return fmt::format("[={}]", alternatives(type.check));
  if (option->get_type_size() == 0) return {};
  return " " + (is_set(type.check) ? alternatives(type.check) : type.name);
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (const std::vector<std::string> more = notes(*option); !more.empty())
    text += fmt::format(" ({})", fmt::join(more, "; "));
  return wrapped(text);
}

}  // namespace eugene::cli
