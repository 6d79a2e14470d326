#include "check/source_macros.h"

#include <algorithm>
#include <utility>

#include "base/name_character.h"
#include "check/source_calls.h"

namespace eugene::check {
namespace {

constexpr auto kEnd = std::string_view::npos;

std::size_t find_end(std::string_view code, std::string_view what, std::size_t begin) {
  const std::size_t found = code.find(what, begin);
  return found == kEnd ? code.size() : found + what.size();
}

std::size_t end_of_quoted(std::string_view code, std::size_t begin) {
  const char quote = code[begin];
  std::size_t at = begin + 1;
  while (at < code.size() && code[at] != quote) at += code[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, code.size());
}

// Returns the place after the comment, the quoted text or the one character at `at`.
std::size_t after(std::string_view code, std::size_t at) {
  if (code.substr(at).starts_with("//")) return find_end(code, "\n", at);
  if (code.substr(at).starts_with("/*")) return find_end(code, "*/", at + 2);
  return code[at] == '"' || code[at] == '\'' ? end_of_quoted(code, at) : at + 1;
}

std::size_t end_of_name(std::string_view code, std::size_t begin) {
  std::size_t end = begin;
  while (end < code.size() && is_name_character(code[end])) ++end;
  return end;
}

std::size_t after_blanks(std::string_view code, std::size_t at) {
  while (at < code.size()) {
    const bool is_comment = code.substr(at).starts_with("//") || code.substr(at).starts_with("/*");
    if (std::string_view(" \t\r\n\\").find(code[at]) == kEnd && !is_comment) break;
    at = after(code, at);
  }
  return at;
}

// Reads the arguments whose opening parenthesis is at use.end, and moves use.end past them. Returns false if the
// arguments do not end.
bool read_arguments(std::string_view code, NamedUse& use) {
  std::vector<std::string_view> arguments;
  std::size_t begin = use.end + 1;
  unsigned depth = 1;
  for (std::size_t at = begin; at < code.size(); at = after(code, at)) {
    if (code[at] == '(' || code[at] == '[' || code[at] == '{') ++depth;
    if (code[at] == ')' || code[at] == ']' || code[at] == '}') --depth;
    if (depth != 0 && (depth != 1 || code[at] != ',')) continue;
    arguments.push_back(without_blanks(code.substr(begin, at - begin)));
    begin = at + 1;
    if (depth != 0) continue;
    if (arguments.size() == 1 && arguments.front().empty()) arguments.clear();
    use.arguments = std::move(arguments);
    use.end = begin;
    return true;
  }
  return false;
}

// Joins the lines of a directive that is continued on further lines.
std::string joined(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_continued =
        text[at] == '\\' && (text.substr(at + 1).starts_with("\n") || text.substr(at + 1).starts_with("\r\n"));
    if (is_continued)
      at = text.find('\n', at);
    else if (text[at] != '\r')
      line += text[at];
  }
  return line;
}

// `line` is the text after "#define".
void define(std::string_view line, std::map<std::string, std::vector<SourceMacro>, std::less<>>& macros) {
  line = without_blanks(without_comment(line));
  const std::size_t end = end_of_name(line, 0);
  if (end == 0) return;
  NamedUse use{.name = line.substr(0, end), .arguments = {}, .end = end};
  SourceMacro macro;
  if (line.substr(end).starts_with('(')) {
    if (!read_arguments(line, use)) return;
    macro.parameters.emplace(use.arguments->begin(), use.arguments->end());
  }
  macro.body = without_blanks(line.substr(use.end));
  std::vector<SourceMacro>& known = macros[std::string(use.name)];
  if (std::ranges::find(known, macro) == known.end()) known.push_back(std::move(macro));
}

}  // namespace

void SourceMacros::add(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    while (end != kEnd && end != 0 && (text[end - 1] == '\\' || text.substr(0, end).ends_with("\\\r")))
      end = text.find('\n', end + 1);
    end = std::min(end, text.size());
    const std::string line = joined(text.substr(begin, end - begin));
    begin = end + 1;
    std::string_view directive = without_blanks(line);
    if (!directive.starts_with('#')) continue;
    directive = without_blanks(directive.substr(1));
    constexpr std::string_view kDefine = "define";
    if (directive.starts_with(kDefine)) define(directive.substr(kDefine.size()), macros_);
  }
}

const SourceMacro* SourceMacros::find(std::string_view name) const {
  const auto found = macros_.find(name);
  return found == macros_.end() || found->second.size() != 1 ? nullptr : &found->second.front();
}

std::optional<NamedUse> next_use(std::string_view code, std::size_t begin) {
  for (std::size_t at = begin; at < code.size();) {
    if (!is_name_character(code[at])) {
      at = after(code, at);
      continue;
    }
    NamedUse use{.name = code.substr(at, end_of_name(code, at) - at), .arguments = {}, .end = end_of_name(code, at)};
    at = use.end;
    if (use.name.front() >= '0' && use.name.front() <= '9') continue;
    const std::size_t next = after_blanks(code, use.end);
    if (next == code.size() || code[next] != '(') return use;
    NamedUse call = use;
    call.end = next;
    return read_arguments(code, call) ? call : use;
  }
  return std::nullopt;
}

std::optional<std::string> expand_macro(const SourceMacro& macro, const NamedUse& use) {
  if (!macro.parameters) return macro.body;
  if (!use.arguments || use.arguments->size() != macro.parameters->size()) return std::nullopt;
  std::string text;
  const std::string_view body = macro.body;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = is_name_character(body[at]) ? end_of_name(body, at) : after(body, at);
    const std::string_view part = body.substr(at, end - at);
    const auto parameter = std::ranges::find(*macro.parameters, part);
    if (parameter == macro.parameters->end())
      text += part;
    else
      text += (*use.arguments)[static_cast<std::size_t>(parameter - macro.parameters->begin())];
    at = end;
  }
  return text;
}

}  // namespace eugene::check
