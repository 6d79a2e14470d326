// What a user writes for a value, as in C: "out[i] + 2 * p.b[1]", "r10.0:d > 5 && get_global_id(0) == 3".
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
    Number number = 0;         // of an id: the dimension
    bool is_floating = false;  // of a number
    Elements elements = {};
    std::string name;  // of a variable, a member, or the function that gives an id
    Operation operation = Operation::add;
    std::uint32_t left = 0, right = 0;  // operands; `right` is the index of an element
  };

  std::string text;
  std::vector<Node> nodes;  // each after its operands; the last is all of it

  bool empty() const { return nodes.empty(); }
  // Registers alone.
  const Elements* registers() const {
    return nodes.size() == 1 && nodes[0].kind == Node::Kind::registers ? &nodes[0].elements : nullptr;
  }
  bool operator==(const Expression& other) const { return text == other.text; }
};

Result<Expression> parse_expression(std::string_view text);
// The functions of work-items that a value may have in it.
std::span<const std::string_view> id_functions();

// Text with values in it: a text, an expression, a text, ...
struct Message {
  std::vector<std::string> texts;  // one more than values
  std::vector<Expression> values;
  bool operator==(const Message&) const = default;
};

// "i is {i}"
Result<Message> parse_message(std::string_view text);

}  // namespace eugene::debug
