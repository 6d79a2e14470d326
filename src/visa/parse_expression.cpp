// Parses integer expressions, with the compiler's precedences: & binds least, then ^, then |. The grammar is in CISA.y
// (IntExp).
#include "visa/parser.h"

#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr unsigned kMaxDepth = 200;
constexpr unsigned kGrfBytes = 32;  // value of %sizeof(GRF) without a platform

struct Operator {
  std::string_view sign;
  std::int64_t (*apply)(std::int64_t, std::int64_t);
  bool is_relation = false;
};

constexpr std::uint64_t u(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// Levels of precedence, lowest first. In a level, longer operators come first.
struct Level {
  std::array<Operator, 4> operators;
};
constexpr Level kLevels[] = {
    {{{{"&", [](std::int64_t a, std::int64_t b) { return a & b; }}}}},
    {{{{"^", [](std::int64_t a, std::int64_t b) { return a ^ b; }}}}},
    {{{{"|", [](std::int64_t a, std::int64_t b) { return a | b; }}}}},
    {{{{"==", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a == b; }},
       {"!=", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a != b; }}}}},
    {{{{"<=", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a <= b; }, true},
       {">=", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a >= b; }, true},
       {"<", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a < b; }, true},
       {">", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a > b; }, true}}}},
    {{{{"<<", [](std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(u(a) << (u(b) & 63)); }},
       {">>>", [](std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(u(a) >> (u(b) & 63)); }},
       {">>", [](std::int64_t a, std::int64_t b) { return a >> (u(b) & 63); }}}}},
    {{{{"+", [](std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(u(a) + u(b)); }},
       {"-", [](std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(u(a) - u(b)); }}}}},
    {{{{"*", [](std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(u(a) * u(b)); }},
       {"/", [](std::int64_t a, std::int64_t b) { return b == -1 ? static_cast<std::int64_t>(0 - u(a)) : a / b; }},
       {"%", [](std::int64_t a, std::int64_t b) { return b == -1 ? 0 : a % b; }}}}},
};

}  // namespace

std::optional<std::int64_t> Parser::expression(bool with_relations) {
  if (depth_ >= kMaxDepth) {
    in_.error("this expression is nested too deeply", "visa.text.expression");
    return std::nullopt;
  }
  ++depth_;
  const auto value = conditional(with_relations);
  --depth_;
  return value;
}

std::optional<std::int64_t> Parser::conditional(bool with_relations) {
  const auto value = binary(with_relations ? 0 : 5, with_relations);
  if (!value || !with_relations || !in_.accept('?')) return value;
  const auto if_true = binary(0, true);
  if (!if_true || !in_.expect(':', "of the conditional")) return std::nullopt;
  const auto if_false = expression();
  if (!if_false) return std::nullopt;
  return *value != 0 ? if_true : if_false;
}

std::optional<std::int64_t> Parser::binary(std::size_t level, bool with_relations) {
  if (level == std::size(kLevels)) return unary();
  auto value = binary(level + 1, with_relations);
  while (value) {
    const Operator* found = nullptr;
    for (const Operator& o : kLevels[level].operators) {
      if (o.apply == nullptr || (o.is_relation && !with_relations)) continue;
      in_.peek();
      // % may also begin a name, and << is not <.
      const std::string_view rest = in_.rest();
      if (!rest.starts_with(o.sign)) continue;
      if (o.sign == "%" && rest.size() > 1 && (std::isalpha(static_cast<unsigned char>(rest[1])) != 0)) continue;
      if ((o.sign == "<" || o.sign == ">") && rest.size() > 1 && rest[1] == rest[0]) continue;
      found = &o;
      break;
    }
    if (found == nullptr) return value;
    in_.move_to(in_.offset() + found->sign.size());
    const auto right = binary(level + 1, with_relations);
    if (!right) return std::nullopt;
    if (*right == 0 && (found->sign == "/" || found->sign == "%")) {
      in_.error("division by zero", "visa.text.expression");
      return std::nullopt;
    }
    value = found->apply(*value, *right);
  }
  return value;
}

std::optional<std::int64_t> Parser::unary() {
  if (depth_ >= kMaxDepth) {
    in_.error("this expression is nested too deeply", "visa.text.expression");
    return std::nullopt;
  }
  const char sign = in_.peek();
  if (sign != '-' && sign != '~' && sign != '!') return primary();
  in_.accept(sign);
  ++depth_;
  const auto value = unary();
  --depth_;
  if (!value) return value;
  return sign == '-' ? static_cast<std::int64_t>(0 - u(*value)) : sign == '~' ? ~*value : (*value == 0 ? 1 : 0);
}

std::optional<std::int64_t> Parser::primary() {
  if (in_.accept('(')) {
    const auto value = expression();
    if (!value || !in_.expect(')', "after the expression")) return std::nullopt;
    return value;
  }
  if (in_.accept("%sizeof")) return parse_size();
  if (in_.accept("%DispatchSimd")) {
    for (const Attribute& a : kernel_().attributes) {
      if (a.name == "SimdSize" && std::holds_alternative<std::int32_t>(a.value)) return std::get<std::int32_t>(a.value);
    }
    in_.error("%DispatchSimd needs .kernel_attr SimdSize before it", "visa.text.expression");
    return std::nullopt;
  }
  const std::size_t before = in_.problems().size();
  if (const auto value = in_.integer()) return static_cast<std::int64_t>(*value);
  if (in_.problems().size() == before) in_.error("a number is missing here", "visa.text.number");
  return std::nullopt;
}

std::optional<std::int64_t> Parser::parse_size() {
  const bool in_parentheses = in_.accept('(');
  const std::size_t begin = (in_.peek(), in_.offset());
  const std::string name(in_.identifier());
  std::optional<std::int64_t> size;
  if (const auto found = scope_.find(name); found && found->kind == VariableKind::general) {
    if (found->id < kFirstGeneral) {
      size = kPredefined[found->id].elements * byte_size(kPredefined[found->id].type);
    } else {
      const GeneralVariable& v = kernel_().variables.generals[found->id - kFirstGeneral];
      size = v.elements * byte_size(v.type);
    }
  } else if (name == "GRF") {
    size = kGrfBytes;
  }
  if (!size) {
    in_.error(begin, "%sizeof needs a general variable or GRF", "visa.text.expression");
    return std::nullopt;
  }
  if (in_parentheses && !in_.expect(')', "after the name")) return std::nullopt;
  return size;
}

std::optional<std::int64_t> Parser::ranged(std::int64_t low, std::int64_t high, std::string_view what,
                                           bool with_relations) {
  const std::size_t begin = (in_.peek(), in_.offset());
  const auto value = expression(with_relations);
  if (!value || (*value >= low && *value <= high)) return value;
  in_.error(begin, std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high),
            "visa.text.range");
  return std::nullopt;
}

}  // namespace eugene::visa
