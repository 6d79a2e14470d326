#include "base/line_directive.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "base/trimmed.h"

namespace eugene {

std::string Comments::removed(std::string_view line) {
  std::string code;
  if (!is_inside_ && line.find('#') == std::string_view::npos && line.find("/*") == std::string_view::npos) return code;
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

// Takes what a string of C means from the front of `text`.
std::optional<std::string> take_string(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return value;
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  return std::nullopt;
}

Directive line_directive(std::string_view operands) {
  Directive directive{.kind = Directive::Kind::line, .line = {}, .file = {}};
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(operands.data(), operands.data() + operands.size(), line);
  const std::string_view rest = trimmed(operands.substr(static_cast<std::size_t>(end - operands.data())));
  if (error != std::errc() || line > kMaxLineNumber) return directive;
  if (rest.empty()) {
    directive.line = line;
  } else if (auto file = take_string(rest)) {
    directive.line = line;
    directive.file = std::move(file);
  }
  return directive;
}

}  // namespace

Directive directive_of(std::string_view code) {
  using Kind = Directive::Kind;
  code = trimmed(code);
  if (!code.starts_with('#')) return {};
  code = trimmed(code.substr(1));
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
