// Constant expressions: SNB PRM vol4 part2 6.6 and 9 write sums, products, shifts and combinations of bits.
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "asm/name_table.h"
#include "asm/parser.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kImmediates = "SNB PRM vol4 part2 7.4.11";
constexpr int kDeepest = 64;  // depth of parentheses and signs

// Returns the precedence of a binary operator, as in C; 0: not an operator.
constexpr int find_precedence(char op) {
  switch (op) {
    case '|': return 1;
    case '^': return 2;
    case '&': return 3;
    case 'L':
    case 'R': return 4;
    case '+':
    case '-': return 5;
    case '*':
    case '/':
    case '%': return 6;
    default: return 0;
  }
}

Value plain(std::uint64_t integer) { return {.integer = integer}; }

}  // namespace

// Operands are separated only by blanks. In "5 -3" the minus begins the next operand; in "5-3" and "5 - 3" it
// subtracts.
bool Parser::binary_operator_follows(int& level, char& op) {
  if (peek().kind != TokenKind::symbol) return false;
  op = peek().symbol;
  level = find_precedence(op);
  if (level == 0) return false;
  return !((op == '-' || op == '+') && peek().space_before && !lexer_.blank_follows());
}

bool Parser::binary(Value& value, int lowest) { return unary(value) && binary_rest(value, lowest); }

// Parses what follows the left operand `value`, as long as operators bind tighter than `lowest`.
bool Parser::binary_rest(Value& value, int lowest) {
  int level = 0;
  char op = 0;
  while (binary_operator_follows(level, op) && level > lowest) {
    const Token at = next();
    Value right;
    if (!binary(right, level)) return false;
    if (!combine(value, op, right, at)) return false;
  }
  return true;
}

bool Parser::combine(Value& left, char op, const Value& right, const Token& at) {
  if (op == '+' && !right.label.empty() && left.label.empty() && !left.is_fraction) {
    const std::uint64_t constant = left.integer;
    left = right;
    left.integer += constant;
    return true;
  }
  if (!right.label.empty() || (!left.label.empty() && op != '+' && op != '-')) {
    return error(at, "only a constant can be added to a label or subtracted from it", "expression.label",
                 std::string(kImmediates), "write LABEL + number, or LABEL - number");
  }
  if (left.is_fraction || right.is_fraction) {
    const double a = left.as_double(), b = right.as_double();
    double result = 0;
    switch (op) {
      case '+': result = a + b; break;
      case '-': result = a - b; break;
      case '*': result = a * b; break;
      case '/': result = a / b; break;
      default:
        return error(at, "this operator needs integers", "expression.operator", std::string(kImmediates),
                     "fractions only have + - * /");
    }
    left = {.fraction = result, .is_fraction = true};
    return true;
  }
  const std::uint64_t a = left.integer, b = right.integer;
  std::uint64_t result = 0;
  switch (op) {
    case '|': result = a | b; break;
    case '^': result = a ^ b; break;
    case '&': result = a & b; break;
    case 'L': result = b < 64 ? a << b : 0; break;
    case 'R': result = b < 64 ? a >> b : 0; break;
    case '+': result = a + b; break;
    case '-': result = a - b; break;
    case '*': result = a * b; break;
    default: {
      const std::int64_t x = left.as_signed(), y = right.as_signed();
      if (y == 0)
        return error(at, "division by zero", "expression.division", std::string(kImmediates),
                     "divide by another number");
      if (y == -1) {  // the only quotient that may not fit
        result = op == '/' ? 0 - a : 0;
      } else {
        result = static_cast<std::uint64_t>(op == '/' ? x / y : x % y);
      }
    }
  }
  const std::string_view label = left.label;
  left = plain(result);
  left.label = label;
  return true;
}

bool Parser::unary(Value& value) {
  if (++depth_ > kDeepest) {
    depth_ = 0;
    return error(peek(), "the expression is nested too deeply", "expression.depth", std::string(kImmediates),
                 "define a part of it with .define, or compute its value");
  }
  bool ok = true;
  if (accept('-')) {
    ok = unary(value) && negate(value);
  } else if (accept('+')) {
    ok = unary(value);
  } else if (accept('~')) {
    ok = unary(value);
    if (ok && (value.is_fraction || !value.label.empty()))
      ok = error(peek(), "~ needs an integer", "expression.operator", std::string(kImmediates),
                 "write the fraction's bits: 0x3f800000:f is 1.0");
    value = plain(~value.integer);
  } else {
    ok = primary(value);
  }
  if (depth_ > 0) --depth_;
  return ok;
}

bool Parser::negate(Value& value) {
  if (!value.label.empty())
    return error(peek(), "a label cannot be negated", "expression.label", std::string(kImmediates),
                 "write LABEL + number, or LABEL - number");
  if (value.nan == NotANumber::none) value.integer = 0 - value.integer;
  value.fraction = -value.fraction;
  value.negated = !value.negated;
  value.is_bits = false;
  return true;
}

bool Parser::primary(Value& value) {
  const Token token = peek();
  if (token.is_number()) {
    lexer_.advance();
    if (!ends_well(token, true)) return false;
    if (token.overflow)
      return error(token, "the number is larger than 64 bits", "immediate.range", std::string(kImmediates),
                   "the largest number is 0xffffffffffffffff");
    value = {.integer = token.value,
             .is_fraction = token.is_fraction,
             .is_bits = token.hex_digits != 0,
             .hex_digits = token.hex_digits,
             .literal = token.hex_digits != 0 || token.is_binary ? std::string_view{} : token.text};
    if (token.is_fraction) {
      const auto result = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value.fraction);
      if (result.ec != std::errc{})
        return error(token, "the number is beyond the range of DF", "immediate.range", std::string(kImmediates),
                     "write inf for infinity");
    }
    return true;
  }
  if (token.is('(')) {
    lexer_.advance();
    return binary(value, 0) && expect(')', "after the expression");
  }
  if (token.is_identifier()) {
    lexer_.advance();
    if (same_name(token.text, "inf") || same_name(token.text, "nan")) {  // not numbers, but values (4.2)
      using Limits = std::numeric_limits<double>;
      value = {.fraction = same_name(token.text, "inf") ? Limits::infinity() : Limits::quiet_NaN(),
               .is_fraction = true};
      return true;
    }
    if (peek().is('(') && (same_name(token.text, "qnan") || same_name(token.text, "snan")))
      return payload(value, token);
    if (const auto found_register = find_register(token.text, !dialect_.operand.type_colon);
        found_register && found_register->nr)
      return error(token, fmt::format("{} is a register, but a number is needed here", token.text),
                   "expression.register", std::string(kImmediates),
                   "an instruction computes with registers, an expression with constants");
    value = {.label = token.text};
    return true;
  }
  return error(token, fmt::format("expected a number, found {}", found()), "syntax.expected", std::string(kImmediates),
               token.is('.') ? "write a digit in front of the point, as in 0.5"
                             : "write a number, a label or a name from .define");
}

// Parses the payload of qnan(0x0) or snan(0x1). The name has been consumed.
bool Parser::payload(Value& value, const Token& name) {
  lexer_.advance();
  std::uint64_t number = 0;
  if (!expect_number(number, "the payload of a NaN") || !expect(')', "after the payload")) return false;
  value = {.integer = number,
           .fraction = std::numeric_limits<double>::quiet_NaN(),
           .is_fraction = true,
           .nan = same_name(name.text, "qnan") ? NotANumber::quiet : NotANumber::signalling};
  return true;
}

bool Parser::integer_expression(std::int64_t& value, std::string_view what) {
  const Token at = peek();
  Value result;
  if (!expression(result)) return false;
  if (result.is_fraction || !result.label.empty()) {
    return error(at, fmt::format("{} must be an integer", what), "immediate.integer", std::string(kImmediates),
                 "write a whole number");
  }
  value = result.as_signed();
  return true;
}

// Parses [a, b, c, d]:vf, four restricted floats or their codes, lowest first (4.2.5). The '[' has been consumed.
bool Parser::vector_list(Value& value) {
  std::uint64_t packed = 0;
  for (unsigned n = 0; n < 4; ++n) {
    const Token at = peek();
    Value element;
    if (n > 0 && !expect(',', "between the elements of a vector")) return false;
    if (!expression(element)) return false;
    const bool is_code = element.is_bits || (dialect_.float_bits && !element.is_fraction);
    const auto code = is_code ? std::optional(static_cast<std::uint8_t>(element.integer))
                              : restricted_float_bits(element.as_double());
    if (!code || (is_code && element.integer > 0xFF)) {
      return error(at, "not a restricted 8-bit float", "immediate.vf", "SNB PRM vol4 part2 4.2.5",
                   "0 or 0.125 to 31 with four bits of fraction");
    }
    packed |= std::uint64_t{*code} << (8 * n);
  }
  value = {.integer = packed, .is_bits = true, .hex_digits = 8};
  return expect(']', "after the elements of a vector");
}

}  // namespace eugene::assembly
