#include "debug/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "base/name_character.h"
#include "base/number.h"

namespace eugene::debug {
namespace {

using Node = Expression::Node;
using Kind = Node::Kind;

struct Sign {
  std::string_view text;
  Operation operation;
  unsigned strength;  // precedence: higher binds tighter
};
// Longer ones first.
constexpr std::array kSigns{
    Sign{"||", Operation::either, 1},   Sign{"&&", Operation::both, 2},    Sign{"==", Operation::equal, 6},
    Sign{"!=", Operation::unequal, 6},  Sign{"<=", Operation::at_most, 7}, Sign{">=", Operation::at_least, 7},
    Sign{"<<", Operation::left, 8},     Sign{">>", Operation::right, 8},   Sign{"|", Operation::or_, 3},
    Sign{"^", Operation::xor_, 4},      Sign{"&", Operation::and_, 5},     Sign{"<", Operation::less, 7},
    Sign{">", Operation::greater, 7},   Sign{"+", Operation::add, 9},      Sign{"-", Operation::subtract, 9},
    Sign{"*", Operation::multiply, 10}, Sign{"/", Operation::divide, 10},  Sign{"%", Operation::remainder, 10},
};
constexpr std::array<std::string_view, 8> kIds{"get_global_id",     "get_local_id",   "get_group_id",
                                               "get_global_offset", "get_local_size", "get_enqueued_local_size",
                                               "get_global_size",   "get_num_groups"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t past(std::string_view text, std::size_t at, bool (*is_part)(char)) {
  while (at < text.size() && is_part(text[at])) ++at;
  return at;
}

// Returns the length of the register name at the start of `text`, or 0 if `text` begins with another name. A region
// contains operator characters: r4.0<8;8,1>:uw.
std::size_t registers_length(std::string_view text) {
  if (!text.starts_with('r') && !text.starts_with('f')) return 0;
  std::size_t end = past(text, 1, is_digit);
  if (end == 1 || (end < text.size() && is_name_character(text[end]))) return 0;
  if (text.starts_with('f')) return end;
  if (end < text.size() && text[end] == '.') end = past(text, end + 1, is_digit);
  if (end < text.size() && text[end] == '<') {
    const std::size_t stride = past(text, end + 1, is_digit);
    const std::size_t close = text.find('>', stride);
    if (stride < text.size() && text[stride] == ';' && close != std::string_view::npos) end = close + 1;
  }
  if (end < text.size() && text[end] == ':') end = past(text, end + 1, is_name_character);
  return end;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Result<std::vector<Node>> all() {
    if (const auto whole = binary(0); !whole) return forward_error(whole);
    if (!skip_spaces().empty())
      return fail(fmt::format("unexpected '{}' in an expression", rest_), {}, "p.b[2] + 1, or i == 3");
    return std::move(nodes_);
  }

 private:
  using Index = Result<std::uint32_t>;
  static constexpr std::size_t kMaxNodes = 1000;  // also limits the depth of an expression

  std::string_view skip_spaces() { return rest_ = trimmed(rest_); }
  std::string_view take_part(std::size_t length) {
    const std::string_view part = rest_.substr(0, length);
    rest_.remove_prefix(part.size());
    return part;
  }
  Index add(Node node) {
    if (nodes_.size() == kMaxNodes) return fail(fmt::format("an expression has more than {} parts", kMaxNodes));
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  const Sign* next_sign() {
    const std::string_view text = skip_spaces();
    const auto found = std::ranges::find_if(kSigns, [&](const Sign& each) { return text.starts_with(each.text); });
    return found == kSigns.end() ? nullptr : &*found;
  }

  Index binary(unsigned strength) {
    constexpr unsigned kMaxNesting = 64;
    if (depth_ == kMaxNesting) return fail("an expression has too many nested parentheses");
    ++depth_;
    Index left = unary();
    for (const Sign* sign = nullptr; left && (sign = next_sign()) != nullptr && sign->strength > strength;) {
      (void)take_part(sign->text.size());
      const Index right = binary(sign->strength);
      if (!right) return right;
      left = add({.kind = Kind::binary, .name = {}, .operation = sign->operation, .left = *left, .right = *right});
    }
    --depth_;
    return left;
  }

  // Parses the prefix operators of an operand. The last operator is applied first.
  Index unary() {
    std::string signs;
    while (!skip_spaces().empty() && std::string_view("-+!~*").find(rest_.front()) != std::string_view::npos) {
      const std::string_view sign = take_part(1);
      if (sign != "+") signs += sign;
    }
    Index of = postfix();
    for (; of && !signs.empty(); signs.pop_back()) {
      if (signs.back() == '*') {
        const Index zero = add({.name = {}});
        of = zero ? add({.kind = Kind::element, .name = {}, .left = *of, .right = *zero}) : zero;
        continue;
      }
      const Operation operation = signs.back() == '-'   ? Operation::minus
                                  : signs.back() == '!' ? Operation::not_
                                                        : Operation::invert;
      of = add({.kind = Kind::unary, .name = {}, .operation = operation, .left = *of});
    }
    return of;
  }

  Index postfix() {
    Index of = primary();
    while (of) {
      skip_spaces();
      if (take(rest_, '[')) {
        const Index index = binary(0);
        if (!index) return index;
        if (skip_spaces(); !take(rest_, ']')) return fail("a '[' has no ']'", {}, "out[3]");
        of = add({.kind = Kind::element, .name = {}, .left = *of, .right = *index});
      } else if (rest_.starts_with("->") || rest_.starts_with('.')) {
        const Kind kind = rest_.starts_with('.') ? Kind::member : Kind::pointed;
        (void)take_part(kind == Kind::member ? 1 : 2);
        const std::string_view name = take_part(past(skip_spaces(), 0, is_name_character));
        if (name.empty()) return fail("the name of a member is missing", {}, "p.a");
        of = add({.kind = kind, .name = std::string(name), .left = *of});
      } else {
        break;
      }
    }
    return of;
  }

  Index primary() {
    const std::string_view text = skip_spaces();
    if (text.empty()) return fail("a value is missing", {}, "a number, r10.0:d or the name of a variable");
    if (take(rest_, '(')) {
      const Index inner = binary(0);
      if (inner && (skip_spaces(), !take(rest_, ')'))) return fail("a '(' has no ')'");
      return inner;
    }
    if (is_digit(text.front())) return number();
    if (const std::size_t length = registers_length(text); length != 0) {
      const Result<Elements> elements = parse_elements(take_part(length));
      if (!elements) return forward_error(elements);
      return add({.kind = Kind::registers, .elements = *elements, .name = {}});
    }
    const std::string_view name = take_part(past(text, 0, is_name_character));
    if (name.empty()) return fail(fmt::format("'{}' is not a number, register or name", text));
    if (std::ranges::find(kIds, name) != kIds.end()) return id(name);
    return add({.kind = Kind::variable, .name = std::string(name)});
  }

  Index number() {
    const std::size_t end = past(rest_, 0, is_name_character);
    const std::string_view suffixes = rest_.starts_with("0x") ? "uUlL" : "uUlLfF";
    const std::string_view digits = rest_.substr(0, rest_.substr(0, end).find_last_not_of(suffixes) + 1);
    const bool has_fraction = end < rest_.size() && rest_[end] == '.';
    if (const auto whole = parse_c_number<std::uint64_t>(digits); whole && !has_fraction) {
      (void)take_part(end);
      return add({.number = static_cast<Number>(*whole), .name = {}});
    }
    const auto value = floating<double>();
    const std::size_t length = value.length;
    const bool is_single = rest_.substr(length).starts_with('f') || rest_.substr(length).starts_with('F');
    if (length == 0 || length + (is_single ? 1 : 0) < end)
      return fail(fmt::format("'{}' is not a number", rest_.substr(0, end)));
    const Number number = is_single ? floating<float>().value : value.value;
    (void)take_part(length + (is_single ? 1 : 0));
    return add({.number = number, .is_floating = true, .name = {}});
  }

  struct Floating {
    Number value = 0;
    std::size_t length = 0;  // length of the text; 0: not a number
  };
  template <class T>
  Floating floating() const {
    std::string_view rest = rest_;
    const auto value = eugene::take_number<T>(rest);
    return value ? Floating{.value = *value, .length = rest_.size() - rest.size()} : Floating{};
  }

  Index id(std::string_view name) {
    skip_spaces();
    const bool opens = take(rest_, '(');
    skip_spaces();
    const auto dimension = take_number(rest_, 2);
    skip_spaces();
    if (!opens || !dimension || !take(rest_, ')'))
      return fail(fmt::format("{} needs a dimension, 0 to 2", name), {}, "get_global_id(0)");
    return add({.kind = Kind::id, .number = static_cast<Number>(*dimension), .name = std::string(name)});
  }

  std::string_view rest_;
  std::vector<Node> nodes_;
  unsigned depth_ = 0;
};

}  // namespace

std::span<const std::string_view> id_functions() { return kIds; }

Result<Expression> parse_expression(std::string_view text) {
  text = trimmed(text);
  Result<std::vector<Node>> nodes = Parser(text).all();
  if (!nodes) return forward_error(nodes);
  return Expression{.text = std::string(text), .nodes = *std::move(nodes)};
}

Result<Message> parse_message(std::string_view text) {
  Message message;
  while (true) {
    const std::size_t begin = text.find('{');
    message.texts.emplace_back(text.substr(0, begin));
    if (begin == std::string_view::npos) return message;
    const std::size_t end = text.find('}', begin);
    if (end == std::string_view::npos) return fail("a '{' has no '}'", {}, "i is {i}");
    Result<Expression> value = parse_expression(text.substr(begin + 1, end - begin - 1));
    if (!value) return forward_error(value);
    message.values.push_back(*std::move(value));
    text.remove_prefix(end + 1);
  }
}

}  // namespace eugene::debug
