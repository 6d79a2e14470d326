#include "debug/condition.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>

namespace eugene::debug {
namespace {

struct RelationName {
  std::string_view name;
  Relation relation;
};
// Longer ones first.
constexpr std::array kRelations{
    RelationName{"==", Relation::equal},   RelationName{"!=", Relation::unequal},
    RelationName{"<=", Relation::at_most}, RelationName{">=", Relation::at_least},
    RelationName{"<", Relation::less},     RelationName{">", Relation::greater},
};

std::optional<Number> literal_of(std::string_view text) {
  const bool is_negative = take(text, '-');
  if (const auto whole = number_of(text))
    return is_negative ? -static_cast<Number>(*whole) : static_cast<Number>(*whole);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return is_negative ? -value : value;
}

// A region of registers has signs of its own: r4.0<8;8,1>:uw.
std::size_t past_region(std::string_view text, std::size_t at) {
  const std::size_t semicolon = text.find_first_not_of("0123456789", at + 1);
  if (semicolon == std::string_view::npos || semicolon == at + 1 || text[semicolon] != ';') return at;
  const std::size_t end = text.find('>', semicolon);
  return end == std::string_view::npos ? at : end + 1;
}

Result<Comparison> comparison_of(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' && past_region(text, i) != i) {
      i = past_region(text, i) - 1;
      continue;
    }
    for (const RelationName& each : kRelations) {
      if (!text.substr(i).starts_with(each.name)) continue;
      const Result<Term> left = parse_term(text.substr(0, i));
      if (!left) return error_of(left);
      const Result<Term> right = parse_term(text.substr(i + each.name.size()));
      if (!right) return error_of(right);
      return Comparison{.left = *left, .relation = each.relation, .right = *right};
    }
  }
  return fail(fmt::format("'{}' compares nothing", trimmed(text)), {}, "r10.0:d > 5, or i == 3 && j != 0");
}

bool is_name(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (std::isalpha(first) == 0 && first != '_' && first != '*') return false;
  for (const char each : text.substr(1)) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0 &&
        std::string_view("_.[]*->").find(each) == std::string_view::npos)
      return false;
  }
  return true;
}

bool compare(Relation relation, Number a, Number b) {
  switch (relation) {
    case Relation::equal: return a == b;
    case Relation::unequal: return a != b;
    case Relation::less: return a < b;
    case Relation::at_most: return a <= b;
    case Relation::greater: return a > b;
    case Relation::at_least: return a >= b;
  }
  return false;
}

}  // namespace

Result<Term> parse_term(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return fail("a value is missing", {}, "a number, r10.0:d or the name of a variable");
  if (const auto number = literal_of(text)) return Term(*number);
  if (names_register(text)) {
    const Result<Elements> elements = elements_of(text);
    if (!elements) return error_of(elements);
    return Term(*elements);
  }
  if (!is_name(text)) return fail(fmt::format("'{}' is no number, register or name", text));
  return Term(Name{std::string(text)});
}

Result<Condition> parse_condition(std::string_view text) {
  Condition condition;
  while (true) {
    const std::size_t end = text.find("&&");
    Result<Comparison> part = comparison_of(text.substr(0, end));
    if (!part) return error_of(part);
    condition.push_back(*std::move(part));
    if (end == std::string_view::npos) return condition;
    text.remove_prefix(end + 2);
  }
}

Result<Message> parse_message(std::string_view text) {
  Message message;
  while (true) {
    const std::size_t begin = text.find('{');
    message.texts.emplace_back(text.substr(0, begin));
    if (begin == std::string_view::npos) return message;
    const std::size_t end = text.find('}', begin);
    if (end == std::string_view::npos) return fail("a '{' has no '}'", {}, "i is {i}");
    Result<Term> term = parse_term(text.substr(begin + 1, end - begin - 1));
    if (!term) return error_of(term);
    message.terms.push_back(*std::move(term));
    text.remove_prefix(end + 1);
  }
}

bool holds(const Condition& condition, const FindNumber& find) {
  for (const Comparison& each : condition) {
    const auto value = [&](const Term& term) {
      const Number* const number = std::get_if<Number>(&term);
      return number != nullptr ? std::optional<Number>(*number) : find(term);
    };
    const std::optional<Number> left = value(each.left), right = value(each.right);
    if (!left || !right || !compare(each.relation, *left, *right)) return false;
  }
  return true;
}

}  // namespace eugene::debug
