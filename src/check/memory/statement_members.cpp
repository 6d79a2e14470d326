#include "check/memory/statement_members.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/name_character.h"

namespace eugene::check {
namespace {

bool is_name(std::string_view token) {
  return !token.empty() && is_name_character(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}
bool ends_statement(std::string_view token) { return token == ";" || token == "{" || token == "}"; }
bool selects_member(std::string_view token) { return token == "." || token == "->"; }

// Returns the length of the token at the beginning of `rest`, which must not be empty. Comments are tokens too.
std::size_t token_length(std::string_view rest) {
  const auto find_end = [&](std::size_t found, std::size_t more) {
    return found == std::string_view::npos ? rest.size() : found + more;
  };
  if (rest.starts_with("//")) return find_end(rest.find('\n'), 0);
  if (rest.starts_with("/*")) return find_end(rest.find("*/", 2), 2);
  if (rest[0] == '"' || rest[0] == '\'') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest[0] && rest[end] != '\n') end += rest[end] == '\\' ? 2 : 1;
    return std::min(end + 1, rest.size());
  }
  if (is_name_character(rest[0]))
    return static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_character) - rest.begin());
  return rest.starts_with("->") ? 2 : 1;
}

// Returns the length of a directive of the preprocessor, with the lines that continue it.
std::size_t directive_length(std::string_view rest) {
  std::size_t end = 0;
  do end = std::min(rest.find('\n', end + 1), rest.size());
  while (end < rest.size() && rest[end - 1] == '\\');
  return end;
}

}  // namespace

StatementMembers::StatementMembers(std::string text, std::function<bool(std::string_view name)> is_structure)
    : text_(std::move(text)), is_structure_(std::move(is_structure)) {
  read();
}

void StatementMembers::read() {
  std::uint32_t line = 1;
  for (std::string_view rest = text_; !rest.empty();) {
    const bool is_directive = rest[0] == '#';
    const std::size_t length = is_directive ? directive_length(rest) : token_length(rest);
    const std::string_view token = rest.substr(0, length);
    if (is_directive) {
      const std::size_t name = token.find("define");
      const std::size_t begin = name == std::string_view::npos ? name : token.find_first_not_of(" \t", name + 6);
      if (begin != std::string_view::npos) macros_.insert(token.substr(begin, token_length(token.substr(begin))));
    } else if (std::isspace(static_cast<unsigned char>(token[0])) == 0 && !token.starts_with("//") &&
               !token.starts_with("/*")) {
      tokens_.push_back({.text = token, .line = line});
    }
    line += static_cast<std::uint32_t>(std::ranges::count(token, '\n'));
    rest.remove_prefix(length);
  }
}

// Whether the name stands for a whole structure, not for one of its members.
bool StatementMembers::is_whole(std::size_t index) const {
  if (!is_structure_(text_at(index))) return false;
  std::size_t next = index + 1;
  while (text_at(next) == "[") {
    int depth = 0;
    do {
      depth += text_at(next) == "[" ? 1 : text_at(next) == "]" ? -1 : 0;
      ++next;
    } while (depth != 0 && next < tokens_.size());
  }
  return !selects_member(text_at(next));
}

NamedMembers StatementMembers::at(std::uint32_t line) const {
  auto begin = std::ranges::lower_bound(tokens_, line, {}, &Token::line);
  auto end = std::ranges::upper_bound(begin, tokens_.end(), line, {}, &Token::line);
  if (begin == end) return {};
  while (begin != tokens_.begin() && !ends_statement(std::prev(begin)->text)) --begin;
  while (end != tokens_.end() && !ends_statement(std::prev(end)->text)) ++end;
  NamedMembers found{.names = {}, .has_whole = false};
  for (auto at = begin; at != end; ++at) {
    if (!is_name(at->text)) continue;
    const auto index = static_cast<std::size_t>(at - tokens_.begin());
    if (macros_.contains(at->text)) return {};
    if (index != 0 && selects_member(text_at(index - 1))) {
      // This member is in an initialiser, which writes the other members too.
      if (index == 1 || text_at(index - 2) == "{" || text_at(index - 2) == ",") return {};
      found.names.emplace(at->text);
    } else if (is_whole(index)) {
      return {};
    }
  }
  return found;
}

}  // namespace eugene::check
