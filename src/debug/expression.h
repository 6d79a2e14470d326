// Expressions that a user writes for values, as in C: "out[i] + 2 * p.b[1]", "r10.0:d > 5 && get_global_id(0) == 3".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "debug/operands.h"

namespace eugene::debug {

// Wide enough for all integers of 64 bits.
using Number = long double;

enum class Operation : std::uint8_t {
  either,
  both,
  or_,
  xor_,
  and_,
  equal,
  unequal,
  at_most,
  at_least,
  less,
  greater,
  left,
  right,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  minus,
  not_,
  invert,
};

struct Expression {
  struct Node {
    enum class Kind : std::uint8_t { number, registers, variable, id, element, member, pointed, unary, binary };
    Kind kind = Kind::number;
    Number number = 0;         // the value of a number, or the dimension of an ID
    bool is_floating = false;  // whether the number is floating-point
    Elements elements = {};
    std::string name;  // name of a variable, a member, or the function that returns an ID
    Operation operation = Operation::add;
    std::uint32_t left = 0, right = 0;  // operands; for an element, `right` is the index
  };

  std::string text;
  std::vector<Node> nodes;  // each node follows its operands; the last is the whole expression

  bool empty() const { return nodes.empty(); }
  // Returns the elements of registers if the expression is nothing else, or null.
  const Elements* registers() const {
    return nodes.size() == 1 && nodes[0].kind == Node::Kind::registers ? &nodes[0].elements : nullptr;
  }
  bool operator==(const Expression& other) const { return text == other.text; }
};

Result<Expression> parse_expression(std::string_view text);
// Returns the names of the work-item functions that an expression may call.
std::span<const std::string_view> id_functions();

// A text with values in it: text, value, text, ...
struct Message {
  std::vector<std::string> texts;  // one more than `values`
  std::vector<Expression> values;
  bool operator==(const Message&) const = default;
};

// Parses a message such as "i is {i}".
Result<Message> parse_message(std::string_view text);

}  // namespace eugene::debug
