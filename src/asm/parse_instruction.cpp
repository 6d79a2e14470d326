// Parses the operands of each instruction format: SNB PRM vol4 part2 7.4.1 and the syntax lines of chapter 8.
#include <fmt/format.h>

#include "asm/implied.h"
#include "asm/parser.h"
#include "asm/spelling.h"
#include "isa/opcode_citation.h"
#include "isa/scoreboard.h"

namespace eugene::assembly {
namespace {

bool begins_with_saturation(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return same_name(text.substr(0, text.find_first_of(" \t)")), "sat");
}

}  // namespace

// Returns a hint such as "write add (8) dst src0 src1".
std::string Parser::format_syntax(const Statement& s, std::size_t sources) {
  std::string syntax = fmt::format("write {} (8) dst", s.mnemonic.text);
  for (std::size_t n = 0; n < sources; ++n) syntax += sources == 1 ? " src" : fmt::format(" src{}", n);
  return syntax;
}

bool Parser::at_operand() const { return !at_end_of_statement() && !peek().is('{'); }

bool Parser::operands(Statement& s) {
  switch (s.i.row().format) {
    case isa::Format::none: return true;
    case isa::Format::two_source: return two_source(s);
    case isa::Format::math: return math(s);
    case isa::Format::three_source: return list(s, 3);
    case isa::Format::jump:
    case isa::Format::branch:
    case isa::Format::branch_jip: return branch(s);
    case isa::Format::send: return send(s);
    case isa::Format::split_send: return split_send(s);
    case isa::Format::sync: return sync(s);
  }
  return true;
}

// Parses a destination and `sources` sources.
bool Parser::list(Statement& s, std::size_t sources) { return destination(s) && source_list(s, sources); }

bool Parser::destination(Statement& s) {
  s.has_dst = true;
  if (!at_operand()) {
    return error(peek(), fmt::format("{} needs a destination, found {}", s.mnemonic.text, found()), "operand.missing",
                 isa::citation_text(s.i.row()), format_syntax(s, s.i.row().sources));
  }
  if (!saturation_prefix(s) || !operand(s.dst, true)) return false;
  if (s.dst.is_value) {
    return error(s.dst.at, "the destination must be a register", "operand.destination", "SNB PRM vol4 part2 7.4.2",
                 s.dst.value.label.empty() ? "write a register, or null"
                                           : fmt::format("there is no register {}", s.dst.value.label));
  }
  return true;
}

// Parses iga's (sat), which stands before the destination.
bool Parser::saturation_prefix(Statement& s) {
  if (!peek().is('(') || !begins_with_saturation(lexer_.rest())) return true;
  lexer_.advance();
  const Token name = next();
  if (s.i.saturate) return modifier_twice(name);
  s.i.saturate = true;
  return expect(')', "after (sat");
}

// Parses source operands until the statement has `sources` of them.
bool Parser::source_list(Statement& s, std::size_t sources) {
  for (; s.sources < sources; ++s.sources) {
    const WrittenOperand& first = s.src[0];
    if (s.sources == 1 && first.is_value && first.has_type && isa::byte_size(first.op.type) == 8 && !at_operand())
      return true;
    if (!at_operand()) {
      return error(
          peek(),
          fmt::format("{} has {} source{}, found {}", s.mnemonic.text, sources, sources == 1 ? "" : "s", found()),
          "operand.missing", isa::citation_text(s.i.row()), format_syntax(s, sources));
    }
    if (!operand(s.src[s.sources], false)) return false;
  }
  return true;
}

bool Parser::two_source(Statement& s) {
  if (s.is_jmp) return jmp(s);
  if (s.i.opcode == isa::Opcode::wait) return notification(s);
  if (!list(s, 1)) return false;
  // "add (1) IP 4*16" adds to ip (9.2.6).
  if (s.i.row().sources == 2 && s.dst.op.is_arf(isa::Arf::ip) && s.src[0].is_value && !at_operand() &&
      !(s.src[0].has_type && isa::byte_size(s.src[0].op.type) == 8)) {
    s.src[1] = s.src[0];
    s.src[0] = {};
    s.src[0].op = {.nr = s.dst.op.nr};
    s.sources = 2;
    return true;
  }
  return source_list(s, s.i.row().sources);
}

// The only register of wait is both source and destination; the region of either may be written.
bool Parser::notification(Statement& s) {
  if (!at_operand())
    return error(peek(), "wait needs a notification register", "operand.missing", "SNB PRM vol4 part2 8.3.48",
                 "write wait n0");
  s.has_dst = true;
  if (!operand(s.dst, false)) return false;
  if (s.dst.is_value)
    return error(s.dst.at, "wait needs a register", "operand.destination", "SNB PRM vol4 part2 8.3.48",
                 "write wait n0");
  const bool stride = s.dst.region == WrittenOperand::RegionForm::vstride && s.dst.op.region.vstride <= 4;
  s.dst.op.region = {.vstride = 0, .width = 1, .hstride = stride ? s.dst.op.region.vstride : std::uint8_t{1}};
  s.dst.region = WrittenOperand::RegionForm::full;
  return true;
}

// Parses the source of sync: null, a number with a bit for each token, or iga's ($0,$3), a list of the tokens.
bool Parser::sync(Statement& s) {
  WrittenOperand& source = s.src[0];
  if (!at_operand()) {
    return error(peek(), fmt::format("sync needs a source, found {}", found()), "operand.missing", "IGA ModelXe sync",
                 "write sync.nop null");
  }
  s.sources = 1;
  if (peek().is('(') && lexer_.rest().starts_with('$')) {
    source.at = next();
    source.is_value = source.has_type = true;
    source.op.type = isa::Type::ud;
    do {
      const Token at = peek();
      std::uint64_t token = 0;
      if (!expect('$', "before a token") || !expect_number(token, "a token")) return false;
      if (token >= isa::kScoreboardTokens)
        return error(at, "tokens are $0 to $15", "swsb.token", "IGA ModelXe sync", "use a lower token");
      source.value.integer |= std::uint64_t{1} << token;
    } while (accept(','));
    return expect(')', "after the tokens");
  }
  if (!operand(source, false)) return false;
  if (!source.has_type) source.op.type = source.is_value ? isa::Type::ud : kSyncNull.type;
  return source.has_type = true;
}

// Parses math (8) dst src0 [src1] [function]. The function may be the last operand, as a number (8.3.28).
bool Parser::math(Statement& s) {
  if (!list(s, 1)) return false;
  if (at_operand() && (s.has_function || !peek().is_number())) {
    if (!operand(s.src[s.sources++], false)) return false;
  }
  if (s.has_function) return true;
  const Token at = peek();
  std::int64_t function = 0;
  if (!at_operand()) {
    return error(s.mnemonic, "math needs a function", "math.function", "SNB PRM vol4 part2 8.3.28",
                 "write math.inv, or the number after the sources");
  }
  if (!integer_expression(function, "the function")) return false;
  if (function < 0 || function > 15)
    return refuse(at, isa::limit("math.function"), s.mnemonic.text, fmt::format("{}", function));
  s.i.math = static_cast<isa::MathFunction>(function);
  return true;
}

// Parses jmp TARGET, which means add (1) ip ip distance, in bytes. A number counts instructions of 16 bytes (9.2.6).
bool Parser::jmp(Statement& s) {
  WrittenOperand target;
  if (!at_operand())
    return error(peek(), "jmp needs a target", "branch.target", "SNB PRM vol4 part2 9.2.6", "write a label");
  if (!operand(target, false)) return false;
  if (!target.is_value || target.value.is_fraction) {
    return error(target.at, "jmp needs a label or a number of instructions", "branch.target",
                 "SNB PRM vol4 part2 9.2.6", "use jmpi for a register");
  }
  if (target.value.label.empty()) target.value.integer *= 16;
  target.value.literal = {};
  target.op.type = isa::Type::d;
  target.has_type = true;
  constexpr std::uint8_t kIp = static_cast<std::uint8_t>(isa::Arf::ip) << 4;
  s.dst.at = s.src[0].at = target.at;
  s.dst.op.nr = s.src[0].op.nr = kIp;
  s.src[1] = target;
  s.has_dst = true;
  s.sources = 2;
  if (!s.has_exec_size) s.i.exec_size = 1;
  s.has_exec_size = true;
  s.i.no_mask = true;
  return true;
}

}  // namespace eugene::assembly
