#include "base/line_directive.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "base/number.h"
#include "base/trimmed.h"

namespace eugene {
namespace {

constexpr std::array<std::string_view, 2> kHashes{"#", "%:"};  // C99 6.4.6 has both

}  // namespace

std::string Comments::removed(std::string_view line) {
  std::string code;
  const auto is_in_line = [&](std::string_view text) { return line.find(text) != std::string_view::npos; };
  if (!is_inside_ && std::ranges::none_of(kHashes, is_in_line) && !is_in_line("/*")) return code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view rest = line.substr(i);
    if (is_inside_) {
      if (!rest.starts_with("*/")) continue;
      is_inside_ = false;
      ++i;
      code += ' ';
    } else if (quote != 0) {
      code += line[i];
      if (line[i] == quote) quote = 0;
      if (line[i] == '\\' && i + 1 < line.size()) code += line[++i];
    } else if (rest.starts_with("/*")) {
      is_inside_ = true;
      ++i;
    } else if (rest.starts_with("//")) {
      break;
    } else {
      if (line[i] == '"' || line[i] == '\'') quote = line[i];
      code += line[i];
    }
  }
  return code;
}

namespace {

// Takes the character that an escape of C99 6.4.4.4 means, whose backslash is gone, from the front of `text`.
char take_escape(std::string_view& text) {
  constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
  constexpr std::size_t kOctalDigits = 3;
  const bool is_hexadecimal = text.front() == 'x';
  const std::string_view digits = is_hexadecimal ? text.substr(1) : text.substr(0, kOctalDigits);
  unsigned value = 0;
  // The digits count even if their number is too large.
  const char* const end =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 8).ptr;
  if (end != digits.data()) {
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return static_cast<char>(value);
  }
  const char letter = text.front();
  text.remove_prefix(1);
  const std::size_t known = kLetters.find(letter);
  return known == std::string_view::npos ? letter : kMeanings[known];
}

// Returns the value of the string literal at the front of `text`.
std::optional<std::string> string_at_front(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  text.remove_prefix(1);
  std::string value;
  while (!text.empty()) {
    const char first = text.front();
    text.remove_prefix(1);
    if (first == '"') return value;
    value += first == '\\' && !text.empty() ? take_escape(text) : first;
  }
  return std::nullopt;
}

Directive line_directive(std::string_view operands) {
  Directive directive{.kind = Directive::Kind::line, .line = {}, .file = {}};
  const auto line = take_number<std::uint32_t>(operands);
  const std::string_view rest = trimmed(operands);
  if (!line || *line > kMaxLineNumber) return directive;
  if (rest.empty()) {
    directive.line = line;
  } else if (auto file = string_at_front(rest)) {
    directive.line = line;
    directive.file = std::move(file);
  }
  return directive;
}

}  // namespace

Directive parse_line_directive(std::string_view code) {
  using Kind = Directive::Kind;
  code = trimmed(code);
  const auto* const hash = std::ranges::find_if(kHashes, [&](std::string_view each) { return code.starts_with(each); });
  if (hash == kHashes.end()) return {};
  code = trimmed(code.substr(hash->size()));
  if (!code.empty() && std::isdigit(static_cast<unsigned char>(code[0])) != 0) return line_directive(code);
  const std::size_t end = static_cast<std::size_t>(
      std::ranges::find_if_not(code, [](unsigned char each) { return std::isalpha(each) != 0; }) - code.begin());
  const std::string_view name = code.substr(0, end);
  if (name == "line") return line_directive(trimmed(code.substr(end)));
  if (name == "if" || name == "ifdef" || name == "ifndef") return {.kind = Kind::begin_if, .line = {}, .file = {}};
  if (name == "elif" || name == "elifdef" || name == "elifndef")
    return {.kind = Kind::other_branch, .line = {}, .file = {}};
  if (name == "else") return {.kind = Kind::last_branch, .line = {}, .file = {}};
  if (name == "endif") return {.kind = Kind::end_if, .line = {}, .file = {}};
  return {};
}

}  // namespace eugene
