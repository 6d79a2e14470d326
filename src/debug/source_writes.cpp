// Where a kernel's text gives a variable a value.
#include <algorithm>

#include "debug/source_facts.h"
#include "debug/source_tokens.h"

namespace eugene::debug {
namespace {

int depth_change(std::string_view token) {
  if (token == "(" || token == "[" || token == "{") return 1;
  return token == ")" || token == "]" || token == "}" ? -1 : 0;
}

// The structure of a function's tokens. Positions are indices of tokens; size() is past the end.
template <class Token>
class Structure {
 public:
  explicit Structure(std::span<const Token> tokens) : tokens_(tokens) {}

  std::string_view at(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }

  // The token that closes the bracket at `i`.
  std::size_t close(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      depth += depth_change(at(i));
      if (depth == 0) break;
    }
    return i;
  }

  // The first token from `i` on that ends an expression: a comma, a semicolon, or a bracket that was opened before it.
  std::size_t expression_end(std::size_t i) const {
    for (; i < tokens_.size(); ++i) {
      const int change = depth_change(at(i));
      if (change > 0) i = close(i);
      if (change < 0 || at(i) == "," || at(i) == ";") break;
    }
    return std::min(i, tokens_.size());
  }

  // The last token of the statement that begins at `i`.
  std::size_t statement_end(std::size_t i, unsigned nested = 0) const {
    constexpr unsigned kMaxNested = 64;
    if (nested > kMaxNested) return tokens_.size();
    if (at(i) == "{") return close(i);
    if (at(i) == "if" || at(i) == "for" || at(i) == "while" || at(i) == "switch") {
      const std::size_t end = statement_end(close(i + 1) + 1, nested + 1);
      return at(end + 1) == "else" ? statement_end(end + 2, nested + 1) : end;
    }
    if (at(i) == "do") return statement_end(statement_end(i + 1, nested + 1) + 1, nested + 1);
    while (i < tokens_.size() && at(i) != ";") i = depth_change(at(i)) > 0 ? close(i) + 1 : i + 1;
    return i;
  }

  // The last token of the part of the function in which a name that is declared at `i` is known.
  std::size_t scope_end(std::size_t i) const {
    int depth = 0;
    for (std::size_t before = i; before-- != 0;) {
      depth -= depth_change(at(before));
      if (depth >= 0) continue;
      // This bracket is open at `i`.
      if (at(before) == "{") return close(before);
      if (before != 0 && at(before - 1) == "for") return statement_end(before - 1);
      if (at(before) == "(") return tokens_.size();  // a parameter
      depth = 0;
    }
    return tokens_.size();
  }

  // The first token of the statement that `i` is in.
  std::size_t statement_begin(std::size_t i) const {
    while (i != 0 && at(i - 1) != ";" && at(i - 1) != "{" && at(i - 1) != "}") --i;
    return i;
  }

 private:
  std::span<const Token> tokens_;
};

// After `.member` and `[index]` behind a name.
template <class Token>
std::size_t past_parts(const Structure<Token>& all, std::size_t i) {
  while (all.at(i) == "." || all.at(i) == "[") i = all.at(i) == "." ? i + 2 : all.close(i) + 1;
  return i;
}

}  // namespace

bool TextSpan::contains(const TextPlace& place) const {
  if (place.column == 0) return begin.line <= place.line && place.line <= end.line;
  return begin <= place && place <= end;
}

// The token that declares the name in that line; nothing: none does, or several.
std::optional<std::size_t> SourceFacts::declaration_in(std::span<const Token> tokens, std::string_view name,
                                                       std::uint32_t line) {
  std::optional<std::size_t> found;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view before = tokens[i - 1].text;
    const std::string_view after = i + 1 < tokens.size() ? tokens[i + 1].text : std::string_view();
    const bool is_declared =
        (is_word(before) && before != "return" && before != "else") || before == "*" || before == ",";
    const bool is_used = assigns(after) && after != "=";
    if (tokens[i].text != name || tokens[i].place.line != line || !is_declared || is_used || counts(after)) continue;
    if (before != "," && found) return std::nullopt;
    if (!found) found = i;
  }
  return found;
}

std::vector<TextSpan> SourceFacts::writes(std::string_view name, std::uint32_t line,
                                          std::span<const std::uint32_t> others) const {
  const std::span<const Token> tokens = function_at(line);
  const auto declared = declaration_in(tokens, name, line);
  if (!declared) return {};
  const Structure<Token> all(tokens);
  struct Scope {
    std::size_t begin, end;
  };
  std::vector<Scope> inner;  // in which the name is another variable's
  const Scope own{.begin = *declared, .end = all.scope_end(*declared)};
  for (const std::uint32_t other : others) {
    if (const auto at = other == line ? std::nullopt : declaration_in(tokens, name, other); at && *at > own.begin)
      inner.push_back({.begin = *at, .end = all.scope_end(*at)});
  }
  std::vector<TextSpan> spans;
  const auto add = [&](std::size_t begin, std::size_t end) {
    if (begin < tokens.size() && end != 0)
      spans.push_back({.begin = tokens[begin].place, .end = tokens[std::min(end, tokens.size()) - 1].place});
  };
  for (std::size_t i = own.begin; i < std::min(own.end, tokens.size()); ++i) {
    if (all.at(i) != name ||
        std::ranges::any_of(inner, [&](const Scope& each) { return each.begin <= i && i <= each.end; }))
      continue;
    const std::string_view before = i == 0 ? std::string_view() : all.at(i - 1);
    if (before == "." || before == "->") continue;  // a member of that name
    const std::size_t next = past_parts(all, i + 1);
    if (assigns(all.at(next)))
      add(i, all.expression_end(next + 1));
    else if (counts(before) || counts(all.at(next)))
      add(counts(before) ? i - 1 : i, next + 1);
    else if (before == "&" && (i < 2 || !ends_value(all.at(i - 2))))
      add(all.statement_begin(i), all.statement_end(all.statement_begin(i)) + 1);
  }
  return spans;
}

}  // namespace eugene::debug
