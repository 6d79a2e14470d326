// Evaluates expressions in one work-item of the stopped group.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <variant>

#include "base/diagnostic.h"
#include "debug/expression.h"
#include "debug/variables.h"

namespace eugene::debug {

struct Scalar {
  Number value = 0;
  bool is_floating = false;
};
// A calculated number, or a variable's value at its place in the program.
using Value = std::variant<Scalar, Datum>;

struct Scope {
  const Variables* variables = nullptr;
  Channel channel;
  std::function<std::optional<Number>(const Elements&)> registers;
};

// Evaluates `expression`. Integer arithmetic does not overflow.
Result<Value> evaluate(const Expression& expression, const Scope& scope);
// to_number() returns nothing if the expression's value is not a number or not known.
std::optional<Number> to_number(const Expression& expression, const Scope& scope);
std::optional<Scalar> to_scalar(const Value& value, const Scope& scope);
std::string to_text(const Value& value, const Scope& scope, Format format = Format::plain);

}  // namespace eugene::debug
