#include "debug/source_facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/name_character.h"
#include "debug/source_tokens.h"

namespace eugene::debug {
namespace {

// Longer ones first.
constexpr std::array<std::string_view, 23> kSigns{"<<=", ">>=", "...", "+=", "-=", "*=", "/=", "%=",
                                                  "&=",  "|=",  "^=",  "==", "!=", "<=", ">=", "++",
                                                  "--",  "->",  "&&",  "||", "<<", ">>", "##"};

// Returns the token at `at`, which must not be a blank.
std::string_view token_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (is_name_character(rest[0]))
    return rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_character) - rest.begin()));
  if (rest[0] == '"' || rest[0] == '\'') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest[0] && rest[end] != '\n') end += rest[end] == '\\' ? 2 : 1;
    return rest.substr(0, std::min(end + 1, rest.size()));
  }
  const auto sign = std::ranges::find_if(kSigns, [&](std::string_view each) { return rest.starts_with(each); });
  return rest.substr(0, sign == kSigns.end() ? 1 : sign->size());
}

}  // namespace

SourceFacts::SourceFacts(std::string text) : text_(std::move(text)) {
  // Replace comments by blanks; keep the line ends.
  for (std::size_t at = 0; at + 1 < text_.size(); ++at) {
    if (text_[at] == '"' || text_[at] == '\'') {
      at += token_at(text_, at).size() - 1;
      continue;
    }
    const bool is_line = text_[at] == '/' && text_[at + 1] == '/', is_block = text_[at] == '/' && text_[at + 1] == '*';
    if (!is_line && !is_block) continue;
    const std::size_t found = text_.find(is_line ? "\n" : "*/", at + (is_line ? 0 : 2));
    const std::size_t end = found == std::string::npos ? text_.size() : found + (is_line ? 0 : 2);
    for (; at < end; ++at)
      if (text_[at] != '\n') text_[at] = ' ';
    --at;
  }
  read();
  find_functions();
}

// Reads a preprocessor directive with its continuation lines.
void SourceFacts::read_directive(std::size_t& at) {
  std::size_t end = at;
  do end = std::min(text_.find('\n', end + 1), text_.size());
  while (end < text_.size() && text_[end - 1] == '\\');
  const std::string_view line = std::string_view(text_).substr(at, end - at);
  const std::size_t name = std::min(line.find_first_not_of(" \t", 1), line.size());
  const bool is_number = name < line.size() && std::isdigit(static_cast<unsigned char>(line[name])) != 0;
  if (line.substr(name).starts_with("include") || line.substr(name).starts_with("line") || is_number) is_clear_ = false;
  for (std::size_t i = name; i < line.size() && line.substr(name).starts_with("define");) {
    if (std::isspace(static_cast<unsigned char>(line[i])) != 0) {
      ++i;
      continue;
    }
    const std::string_view token = token_at(line, i);
    if (assigns(token) || counts(token) || token == "{" || token == "}" || token == "##" || token == "&")
      is_clear_ = false;
    if (is_word(token)) in_macros_.emplace(token);
    i += token.size();
  }
  at = end;
}

void SourceFacts::read() {
  std::uint32_t line = 1;
  std::size_t counted = 0;
  const auto column_at = [&](std::size_t at) {
    const std::size_t before = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    return static_cast<std::uint32_t>(before == std::string::npos ? at + 1 : at - before);
  };
  for (std::size_t at = 0; at < text_.size();) {
    if (std::isspace(static_cast<unsigned char>(text_[at])) != 0) {
      ++at;
      continue;
    }
    line += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted),
                                                  text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    if (text_[at] == '#') {
      read_directive(at);
      continue;
    }
    tokens_.push_back({.text = token_at(text_, at), .place = {.line = line, .column = column_at(at)}});
    at += tokens_.back().text.size();
  }
}

void SourceFacts::find_functions() {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i != tokens_.size(); ++i) {
    const std::string_view token = tokens_[i].text;
    depth += token == "{" ? 1 : token == "}" ? -1 : 0;
    if (depth < 0) is_clear_ = false;
    if (depth != 0 || (token != "}" && token != ";")) continue;
    if (token == "}")
      functions_.push_back(
          {.begin = begin, .end = i + 1, .first_line = tokens_[begin].place.line, .last_line = tokens_[i].place.line});
    begin = i + 1;
  }
  is_clear_ = is_clear_ && depth == 0;
}

std::span<const SourceFacts::Token> SourceFacts::function_at(std::uint32_t line) const {
  const auto has_line = [&](const Function& each) { return each.first_line <= line && line <= each.last_line; };
  if (std::ranges::count_if(functions_, has_line) != 1) return {};
  const Function& function = *std::ranges::find_if(functions_, has_line);
  return std::span(tokens_).subspan(function.begin, function.end - function.begin);
}

SourceFacts::Uses SourceFacts::find_uses(std::string_view name, std::uint32_t line, bool is_pointer,
                                         std::span<const Token> tokens) const {
  Uses uses{.is_changed = !is_clear_ || tokens.empty() || in_macros_.contains(name), .initialiser = {}};
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : std::string_view(); };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text != name) continue;
    const std::string_view before = i == 0 ? std::string_view() : at(i - 1);
    if (before == "." || before == "->") continue;  // a member of that name
    if (counts(before) || (before == "&" && (i < 2 || !ends_value(at(i - 2))))) uses.is_changed = true;
    std::size_t next = i + 1;
    bool is_part = false, is_element = false;
    while (at(next) == "." || at(next) == "[") {
      const bool is_index = at(next) == "[";
      (is_index ? is_element : is_part) = true;
      int depth = 0;
      if (!is_index) next += 2;
      while (is_index && next < tokens.size()) {
        depth += at(next) == "[" ? 1 : at(next) == "]" ? -1 : 0;
        ++next;
        if (depth == 0) break;
      }
    }
    if ((is_element && is_pointer) || (!assigns(at(next)) && !counts(at(next)))) continue;
    const bool is_declaration = at(next) == "=" && !is_part && !is_element && tokens[i].place.line == line &&
                                !uses.initialiser && (is_word(before) || before == "*" || before == ",");
    if (is_declaration)
      uses.initialiser = next + 1;
    else
      uses.is_changed = true;
  }
  return uses;
}

bool SourceFacts::is_constant(std::string_view name, std::uint32_t line, bool is_pointer) const {
  const auto tokens = function_at(line);
  const bool is_there =
      std::ranges::any_of(tokens, [&](const Token& each) { return each.text == name && each.place.line == line; });
  return is_there && !find_uses(name, line, is_pointer, tokens).is_changed;
}

std::optional<std::string> SourceFacts::initialiser(std::string_view name, std::uint32_t line, bool is_pointer) const {
  const auto tokens = function_at(line);
  const Uses uses = find_uses(name, line, is_pointer, tokens);
  if (uses.is_changed || !uses.initialiser) return std::nullopt;
  int depth = 0;
  for (std::size_t i = *uses.initialiser; i < tokens.size(); ++i) {
    const std::string_view token = tokens[i].text;
    if (depth == 0 && (token == "," || token == ";"))
      return to_text(tokens.subspan(*uses.initialiser, i - *uses.initialiser));
    depth += token == "(" || token == "[" || token == "{" ? 1 : token == ")" || token == "]" || token == "}" ? -1 : 0;
  }
  return std::nullopt;
}

// Returns the text of the tokens, in one line.
std::string SourceFacts::to_text(std::span<const Token> tokens) {
  if (tokens.empty()) return {};
  const char* begin = tokens.front().text.data();
  std::string text(begin, tokens.back().text.data() + tokens.back().text.size());
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace eugene::debug
