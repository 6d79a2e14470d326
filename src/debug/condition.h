// What must hold in a channel for a breakpoint to stop there, and what a logpoint says.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "debug/operands.h"

namespace eugene::debug {

// Wide enough for all integers of 64 bits.
using Number = long double;

// The name of a variable, with members and elements: "p.b[2]".
struct Name {
  std::string text;
  bool operator==(const Name&) const = default;
};
using Term = std::variant<Number, Elements, Name>;

enum class Relation : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

struct Comparison {
  Term left;
  Relation relation = Relation::equal;
  Term right;
  bool operator==(const Comparison&) const = default;
};
using Condition = std::vector<Comparison>;  // all must hold

// Text with values in it: a text, a term, a text, ...
struct Message {
  std::vector<std::string> texts;  // one more than terms
  std::vector<Term> terms;
  bool operator==(const Message&) const = default;
};

Result<Term> parse_term(std::string_view text);
// "r10.0:d > 5 && i == 3"
Result<Condition> parse_condition(std::string_view text);
// "i is {i}"
Result<Message> parse_message(std::string_view text);

// Of a term that is no number, in the channel in question; nothing: not known.
using FindNumber = std::function<std::optional<Number>(const Term&)>;
// A comparison with a value that is not known does not hold.
bool holds(const Condition& condition, const FindNumber& find);

}  // namespace eugene::debug
