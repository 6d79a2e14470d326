#include "debug/derived_value.h"

#include <algorithm>
#include <cstring>
#include <variant>

#include "base/trimmed.h"
#include "debug/evaluate.h"

namespace eugene::debug {
namespace {

using TypeKind = SourceType::Kind;

constexpr unsigned kMaxDerived = 8;  // depth of constants whose initialisers use constants

bool is_integer_type(const SourceType& type) {
  using enum SourceType::Encoding;
  return type.kind == TypeKind::number && (type.encoding == integer || type.encoding == natural);
}

// Calculates an expression only if C gives the same value, whichever type C calculates in: every intermediate number
// must fit in all of the possible types.
class Calculation {
 public:
  // With `is_now`, variables have their current values. Without, only variables that never change are accepted.
  Calculation(const Expression& expression, const Variables& variables, const Channel& channel, bool is_now)
      : expression_(&expression), variables_(&variables), channel_(&channel), is_now_(is_now) {}

  std::optional<Value> value() {
    const Scope scope{.variables = variables_, .channel = *channel_, .registers = {}};
    std::optional<Value> last;
    Expression part{.text = expression_->text, .nodes = {}};
    for (const Expression::Node& node : expression_->nodes) {
      part.nodes.push_back(node);
      if (!is_plain(node)) return std::nullopt;
      const Result<Value> held = evaluate(part, scope);
      if (!held) return std::nullopt;
      const auto* datum = std::get_if<Datum>(&*held);
      const bool is_pointer = datum != nullptr && variables_->is_pointer(*datum);
      are_pointers_.push_back(is_pointer);
      const auto number = to_scalar(*held, scope);
      if (!is_pointer && (!number || !is_same(*number))) return std::nullopt;
      last = *held;
    }
    return last;
  }

 private:
  // Whether the expression is one number or variable, perhaps with a sign. Such an expression has the same value in
  // each type.
  bool is_alone() const {
    return std::ranges::all_of(expression_->nodes, [](const Expression::Node& each) {
      using enum Expression::Node::Kind;
      return each.kind == number || each.kind == variable || each.kind == unary;
    });
  }

  bool is_plain(const Expression::Node& node) {
    switch (node.kind) {
      case Expression::Node::Kind::number: return !node.is_floating || is_alone();
      case Expression::Node::Kind::variable: return is_constant(node.name);
      case Expression::Node::Kind::id: return is_known(node);
      case Expression::Node::Kind::unary: return node.operation == Operation::minus && !are_pointers_[node.left];
      case Expression::Node::Kind::binary:
        return is_plain(node.operation, are_pointers_[node.left], are_pointers_[node.right]);
      default: return false;
    }
  }

  static bool is_plain(Operation operation, bool left_points, bool right_points) {
    using enum Operation;
    const bool moves = operation == add || operation == subtract;
    if (left_points || right_points) return moves && left_points && !right_points;
    return moves || operation == multiply || operation == divide || operation == remainder || operation == left ||
           operation == right || operation == and_ || operation == or_ || operation == xor_;
  }

  // IDs and sizes are unsigned. The debugger's global IDs omit the launch's offset, so get_global_id is known only if
  // the offset is 0.
  bool is_known(const Expression::Node& node) {
    has_natural_ = true;
    const auto dimension = static_cast<unsigned>(node.number);
    return node.name != "get_global_id" || variables_->id("get_global_offset", dimension, *channel_) == 0;
  }

  bool is_constant(const std::string& name) {
    const auto known = variables_->at(*channel_);
    const auto found = std::ranges::find(known, name, [](const SourceVariable* each) { return each->name; });
    if (found == known.end() || variables_->has_several(**found)) return false;
    if ((!is_now_ && !variables_->is_constant(**found))) return false;
    const SourceType& type = variables_->type((*found)->type);
    const bool is_integer = is_integer_type(type);
    has_natural_ = has_natural_ || (is_integer && type.encoding == SourceType::Encoding::natural);
    return is_integer || type.kind == TypeKind::pointer || (is_alone() && type.kind == TypeKind::number);
  }

  // Whether an intermediate number is the same in C.
  bool is_same(const Scalar& number) const {
    if (number.is_floating) return is_alone();
    return expression_->nodes.size() == 1 || is_in_range(number.value);
  }

  bool is_in_range(Number number) const {
    constexpr Number kMax = 2147483648.0L;
    return number < kMax && (number >= 0 || (!has_natural_ && number >= -kMax));
  }

  const Expression* expression_;
  const Variables* variables_;
  const Channel* channel_;
  bool is_now_;
  std::vector<bool> are_pointers_;  // by node
  bool has_natural_ = false;
};

// Returns the texts between the commas of `(name)(a, b)`, if that is all of `text`.
std::vector<std::string_view> parts_of_literal(std::string_view text, std::string_view name) {
  const auto take_token = [&text](std::string_view token) {
    text = trimmed(text);
    const bool is_there = text.starts_with(token);
    if (is_there) text.remove_prefix(token.size());
    return is_there;
  };
  if (!take_token("(") || !take_token(name) || !take_token(")") || !take_token("(")) return {};
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  unsigned depth = 0;
  for (std::size_t i = 0; i != text.size(); ++i) {
    const bool is_end = depth == 0 && text[i] == ')';
    if (is_end || (depth == 0 && text[i] == ',')) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
    if (is_end) return trimmed(text.substr(begin)).empty() ? parts : std::vector<std::string_view>();
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (depth != 0 && (text[i] == ')' || text[i] == ']')) --depth;
  }
  return {};
}

// Returns the value of a vector whose initialiser is numbers: one for each element, or one for all.
std::optional<Datum> derived_vector(const SourceVariable& variable, std::string_view text, const Variables& variables,
                                    const Channel& channel) {
  const SourceType& type = variables.type(variable.type);
  const SourceType& element = variables.type(type.element);
  const std::vector<std::string_view> parts = parts_of_literal(text, variables.type_name(variable.type));
  if (element.kind != TypeKind::number || (parts.size() != 1 && parts.size() != type.count)) return std::nullopt;
  std::vector<std::byte> bytes;
  for (const std::string_view part : parts) {
    const Result<Expression> parsed = parse_expression(part);
    if (!parsed || parsed->empty()) return std::nullopt;
    const auto value = Calculation(*parsed, variables, channel, false).value();
    const auto number =
        value ? to_scalar(*value, {.variables = &variables, .channel = channel, .registers = {}}) : std::nullopt;
    if (!number || (number->is_floating && element.encoding != SourceType::Encoding::floating)) return std::nullopt;
    const auto encoded = variables.encoded(type.element, number->value);
    if (!encoded) return std::nullopt;
    for (std::uint64_t i = 0; i != (parts.size() == 1 ? type.count : 1); ++i)
      bytes.insert(bytes.end(), encoded->begin(), encoded->begin() + static_cast<std::ptrdiff_t>(element.bytes));
  }
  if (bytes.size() > type.bytes) return std::nullopt;
  bytes.resize(type.bytes);
  return calculated(variable.type, bytes);
}

// Returns an argument that is a pointer to local memory. The compiler may have folded the first pointer's value into
// the code; the pointer is then not among the data.
std::optional<std::vector<std::byte>> local_argument(const SourceArgument& argument, bool is_first,
                                                     const Channel& channel) {
  std::uint32_t offset = 0;
  const std::size_t at = argument.offset.value_or(channel.given.size());
  const bool is_there = at < channel.given.size() && channel.given.size() - at >= sizeof offset;
  if (!is_there && !is_first) return std::nullopt;
  if (is_there) std::memcpy(&offset, &channel.given[at], sizeof offset);
  const std::uint64_t address = kLocalTag + argument.local_base + offset;
  const auto bytes = std::as_bytes(std::span(&address, 1));
  return std::vector(bytes.begin(), bytes.end());
}

}  // namespace

std::optional<std::vector<std::byte>> given_argument(const SourceVariable& variable, const Variables& variables,
                                                     const Channel& channel) {
  const auto& all = variables.all();
  const auto found = std::ranges::find(all.arguments, variable.name, &SourceArgument::name);
  const std::uint64_t bytes = variables.type(variable.type).bytes;
  if (found == all.arguments.end()) return std::nullopt;
  const auto first = std::ranges::find(all.arguments, true, &SourceArgument::is_local);
  if (found->is_local) return local_argument(*found, found == first, channel);
  if (!found->offset) return std::nullopt;
  if (*found->offset > channel.given.size() || found->bytes > channel.given.size() - *found->offset)
    return std::nullopt;
  if (found->bytes != bytes) return std::nullopt;
  std::vector<std::byte> held(bytes);
  std::memcpy(held.data(), &channel.given[*found->offset], bytes);
  const bool is_null = std::ranges::all_of(held, [](std::byte each) { return each == std::byte{0}; });
  // A null pointer may be an argument that the kernel does not read: the driver need not write such arguments.
  const bool is_pointer = variables.type(variable.type).kind == TypeKind::pointer;
  if (is_pointer && is_null) return std::nullopt;
  return held;
}

std::optional<Datum> derived_value(const SourceVariable& variable, const Variables& variables, const Channel& channel) {
  const SourceType& type = variables.type(variable.type);
  const bool is_vector = type.kind == TypeKind::vector && !variable.is_parameter;
  const bool has_value = type.kind == TypeKind::number || type.kind == TypeKind::pointer || is_vector;
  if (!has_value || channel.derived == kMaxDerived) return std::nullopt;
  if (variable.is_parameter && variables.is_constant(variable)) {
    const auto given = given_argument(variable, variables, channel);
    return given ? std::optional(calculated(variable.type, *given)) : std::nullopt;
  }
  const auto text = variable.is_parameter ? variables.passed(variable) : variables.initialiser(variable);
  if (is_vector) {
    Channel inner = channel;
    ++inner.derived;
    return text ? derived_vector(variable, *text, variables, inner) : std::nullopt;
  }
  const Result<Expression> parsed = text ? parse_expression(*text) : Result<Expression>(Expression());
  if (!parsed || parsed->empty()) return std::nullopt;
  Channel inner = channel;
  ++inner.derived;
  if (variable.is_parameter) inner.function = variables.find_caller(variable, channel.ip);
  const auto value = Calculation(*parsed, variables, inner, variable.is_parameter).value();
  if (!value) return std::nullopt;
  const auto* datum = std::get_if<Datum>(&*value);
  const Scope scope{.variables = &variables, .channel = inner, .registers = {}};
  const auto number = to_scalar(*value, scope);
  const bool is_pointer = datum != nullptr && variables.is_pointer(*datum);
  if (!number || is_pointer != (type.kind == TypeKind::pointer)) return std::nullopt;
  if (number->is_floating && type.encoding != SourceType::Encoding::floating)
    return std::nullopt;  // C truncates the number
  // Take the bytes of a pointer unchanged: pointers to local memory have more bits than their type.
  if (const auto held = is_pointer ? variables.bytes(*datum, inner) : std::nullopt)
    return calculated(variable.type, *held);
  const auto bytes = variables.encoded(variable.type, number->value);
  return bytes ? std::optional(calculated(variable.type, *bytes)) : std::nullopt;
}

}  // namespace eugene::debug
