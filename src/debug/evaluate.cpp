#include "debug/evaluate.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "debug/values.h"
#include "isa/type.h"

namespace eugene::debug {
namespace {

using Node = Expression::Node;
using Kind = Node::Kind;

// Returns the bits of an integer, in two's complement. Returns nothing if the integer does not fit in 64 bits.
std::optional<std::uint64_t> to_bits(const Scalar& scalar) {
  constexpr Number kMax = 18446744073709551616.0L;
  const bool fits = scalar.value < kMax && scalar.value >= -kMax / 2;  // false for NaN
  if (scalar.is_floating || !fits) return std::nullopt;
  return scalar.value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(scalar.value))
                          : static_cast<std::uint64_t>(scalar.value);
}

Scalar whole(Number value) { return {.value = value, .is_floating = false}; }

// Combines the bits of both operands. The result is signed if one operand is negative.
Result<Scalar> combined(Operation operation, const Scalar& a, const Scalar& b) {
  const auto left = to_bits(a), right = to_bits(b);
  if (!left || !right) return fail("| ^ & << and >> need integers of at most 64 bits");
  std::uint64_t bits = 0;
  switch (operation) {
    case Operation::or_: bits = *left | *right; break;
    case Operation::xor_: bits = *left ^ *right; break;
    case Operation::and_: bits = *left & *right; break;
    case Operation::left:
    case Operation::right: {
      if (*right > 63) return fail(fmt::format("cannot shift by {} bits, only by 0 to 63", *right));
      const Number factor = std::ldexp(Number{1}, static_cast<int>(*right));
      return whole(operation == Operation::left ? a.value * factor : std::floor(a.value / factor));
    }
    default: break;
  }
  const bool is_signed = a.value < 0 || b.value < 0;
  return whole(is_signed ? static_cast<Number>(static_cast<std::int64_t>(bits)) : static_cast<Number>(bits));
}

Result<Scalar> divided(Operation operation, const Scalar& a, const Scalar& b) {
  const bool is_floating = a.is_floating || b.is_floating;
  if (is_floating && operation == Operation::divide) return Scalar{.value = a.value / b.value, .is_floating = true};
  if (is_floating) return fail("% needs integers, but an operand is a floating-point number");
  if (b.value == 0) return fail("cannot divide by 0");
  return whole(operation == Operation::divide ? std::trunc(a.value / b.value) : std::fmod(a.value, b.value));
}

Result<Scalar> applied(Operation operation, const Scalar& a, const Scalar& b) {
  const bool is_floating = a.is_floating || b.is_floating;
  const auto number = [&](Number value) { return Scalar{.value = value, .is_floating = is_floating}; };
  switch (operation) {
    case Operation::equal: return whole(a.value == b.value ? 1 : 0);
    case Operation::unequal: return whole(a.value != b.value ? 1 : 0);
    case Operation::less: return whole(a.value < b.value ? 1 : 0);
    case Operation::at_most: return whole(a.value <= b.value ? 1 : 0);
    case Operation::greater: return whole(a.value > b.value ? 1 : 0);
    case Operation::at_least: return whole(a.value >= b.value ? 1 : 0);
    case Operation::add: return number(a.value + b.value);
    case Operation::subtract: return number(a.value - b.value);
    case Operation::multiply: return number(a.value * b.value);
    case Operation::divide:
    case Operation::remainder: return divided(operation, a, b);
    default: return combined(operation, a, b);
  }
}

class Evaluator {
 public:
  Evaluator(const Expression& expression, const Scope& scope) : expression_(&expression), scope_(&scope) {}

  Result<Value> value(std::uint32_t index) {
    const Node& node = expression_->nodes[index];
    switch (node.kind) {
      case Kind::number: return Value(Scalar{.value = node.number, .is_floating = node.is_floating});
      case Kind::registers: return registers(node.elements);
      case Kind::variable: return as_value(scope_->variables->find(node.name, scope_->channel));
      case Kind::id: return id(node);
      case Kind::unary: return unary(node);
      case Kind::binary: return binary(node);
      default: return part(node);
    }
  }

 private:
  static Result<Value> as_value(Result<Datum> datum) {
    if (!datum) return forward_error(datum);
    return Value(*std::move(datum));
  }
  static Result<Value> as_value(const Result<Scalar>& scalar) {
    if (!scalar) return forward_error(scalar);
    return Value(*scalar);
  }

  Result<Value> registers(const Elements& elements) const {
    const auto number = scope_->registers(elements);
    if (!number) return fail("the channel has no such registers");
    return Value(Scalar{.value = *number, .is_floating = isa::is_float(elements.type) && !elements.is_flag});
  }

  Result<Value> id(const Node& node) const {
    const auto number = scope_->variables->id(node.name, static_cast<unsigned>(node.number), scope_->channel);
    if (!number) return fail(node.name + " is not known here");
    return Value(whole(*number));
  }

  Result<Scalar> scalar(std::uint32_t index) {
    const Result<Value> held = value(index);
    if (!held) return forward_error(held);
    const auto number = to_scalar(*held, *scope_);
    if (!number) return fail(fmt::format("cannot evaluate '{}': an operand is not a number", expression_->text));
    return *number;
  }

  Result<Value> part(const Node& node) {
    const Result<Value> of = value(node.left);
    if (!of) return of;
    const auto* datum = std::get_if<Datum>(&*of);
    if (datum == nullptr)
      return fail(fmt::format("cannot evaluate '{}': a number has no members or elements", expression_->text));
    const Variables& variables = *scope_->variables;
    if (node.kind == Kind::member) return as_value(variables.member(*datum, node.name));
    if (node.kind == Kind::pointed) {
      const Result<Datum> pointed = variables.element(*datum, 0, scope_->channel);
      return pointed ? as_value(variables.member(*pointed, node.name)) : as_value(pointed);
    }
    const Result<Scalar> index = scalar(node.right);
    if (!index) return forward_error(index);
    const auto bits = to_bits(*index);
    if (!bits) return fail(fmt::format("cannot evaluate '{}': an index must be an integer", expression_->text));
    return as_value(variables.element(*datum, *bits, scope_->channel));
  }

  Result<Value> unary(const Node& node) {
    const Result<Scalar> of = scalar(node.left);
    if (!of) return forward_error(of);
    if (node.operation == Operation::not_) return Value(whole(of->value == 0 ? 1 : 0));
    if (node.operation == Operation::minus) return Value(Scalar{.value = -of->value, .is_floating = of->is_floating});
    if (of->is_floating) return fail("~ needs an integer, but its operand is a floating-point number");
    return Value(whole(-of->value - 1));
  }

  Result<Value> binary(const Node& node) {
    const Result<Value> left = value(node.left);
    if (!left) return left;
    const auto a = to_scalar(*left, *scope_);
    if (!a) return fail(fmt::format("cannot evaluate '{}': an operand is not a number", expression_->text));
    const bool is_either = node.operation == Operation::either, is_both = node.operation == Operation::both;
    if ((is_either && a->value != 0) || (is_both && a->value == 0)) return Value(whole(is_either ? 1 : 0));
    const Result<Scalar> b = scalar(node.right);
    if (!b) return forward_error(b);
    if (is_either || is_both) return Value(whole(b->value != 0 ? 1 : 0));
    const auto* datum = std::get_if<Datum>(&*left);
    const bool moves = node.operation == Operation::add || node.operation == Operation::subtract;
    if (datum != nullptr && moves && scope_->variables->is_pointer(*datum))
      return moved(*datum, node.operation == Operation::add ? b->value : -b->value);
    return as_value(applied(node.operation, *a, *b));
  }

  Result<Value> moved(const Datum& pointer, Number elements) const {
    const auto bits = to_bits(whole(elements));
    if (!bits) return fail(fmt::format("cannot evaluate '{}': a pointer moves only by an integer", expression_->text));
    return as_value(scope_->variables->moved(pointer, *bits, scope_->channel));
  }

  const Expression* expression_;
  const Scope* scope_;
};

}  // namespace

Result<Value> evaluate(const Expression& expression, const Scope& scope) {
  if (expression.empty()) return fail("a value is missing", {}, "a number, r10.0:d or the name of a variable");
  return Evaluator(expression, scope).value(static_cast<std::uint32_t>(expression.nodes.size() - 1));
}

std::optional<Scalar> to_scalar(const Value& value, const Scope& scope) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) return *scalar;
  const auto& datum = std::get<Datum>(value);
  const auto number = scope.variables->number(datum, scope.channel);
  if (!number) return std::nullopt;
  const SourceType& type = scope.variables->type(datum.type);
  return Scalar{.value = *number, .is_floating = type.encoding == SourceType::Encoding::floating};
}

std::optional<Number> to_number(const Expression& expression, const Scope& scope) {
  const Result<Value> value = evaluate(expression, scope);
  const auto scalar = value ? to_scalar(*value, scope) : std::nullopt;
  return scalar ? std::optional(scalar->value) : std::nullopt;
}

std::string to_text(const Value& value, const Scope& scope, Format format) {
  const auto* scalar = std::get_if<Scalar>(&value);
  if (scalar == nullptr) return scope.variables->text(std::get<Datum>(value), scope.channel, format);
  const auto bits = format == Format::plain ? std::nullopt : to_bits(*scalar);
  if (!bits) return value_text(scalar->value);
  return formatted(format, scalar->value < 0 ? isa::Type::q : isa::Type::uq, std::as_bytes(std::span(&*bits, 1)));
}

}  // namespace eugene::debug
