// Parses an instruction's predicate, mnemonic, modifiers and execution size: SNB PRM vol4 part2 7.4.1 and 7.4.12.
#include <vector>

#include <fmt/format.h>

#include "asm/mnemonic.h"
#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kModifiers = "SNB PRM vol4 part2 7.4.12";
constexpr std::string_view kEarlyOut = "eo";  // math.invm and math.rsqtm: the flag says which channels are done

bool begins_with_digit(std::string_view text) { return !text.empty() && is_digit(text[0]); }
bool begins_with_flag(std::string_view text) {
  return text.size() > 1 && to_lower(text[0]) == 'f' && is_digit(text[1]);
}
// Generations without madm lack the math macros. sincos is reserved (8.3.28).
bool has_function(const isa::Gen& gen, isa::MathFunction function) {
  if (is_macro(function)) return isa::info(isa::Opcode::madm).in(gen);
  return function != isa::MathFunction::sincos;
}
bool begins_with_predicate(std::string_view text) {
  if (!text.empty() && std::string_view("+-~!").contains(text[0])) text.remove_prefix(1);
  return begins_with_flag(text);
}
bool begins_with_condition(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(')'));
  return kConditions.find(name).has_value() || same_name(name, kEarlyOut);
}

}  // namespace

// Parses the instruction that begins with `first`, which has been consumed only if it is an identifier.
void Parser::instruction(const Token& first) {
  Statement s;
  Token name = first;
  if (!first.is_identifier()) {
    if (!first.is('(')) {
      error(first, fmt::format("expected an instruction, found {}", found()), "syntax.instruction",
            "SNB PRM vol4 part2 7.4.1",
            first.is('*') ? "comments do not nest: the first */ ends them"
                          : "write add (8) r1 r2 r3, say; comments begin with //");
      lexer_.advance();
      skip_statement();
      return;
    }
    if (!predicate(s)) {
      skip_statement();
      return;
    }
    name = peek();
    if (!name.is_identifier()) {
      error(name, fmt::format("expected a mnemonic, found {}", found()), "mnemonic.unknown", "SNB PRM vol4 part2 7.4.1",
            "write the instruction after its predicate: (f0.0) mov (8) r1 r2");
      skip_statement();
      return;
    }
    lexer_.advance();
  }
  bool nothing_to_do = false;
  if (!mnemonic(s, name, nothing_to_do) || nothing_to_do) {
    skip_statement();
    return;
  }
  if (!modifiers(s) || !exec_size(s) || !operands(s) || !no_more_operands(s) || !options(s) || !finish(s)) {
    skip_statement();
    return;
  }
  if ((has_kernels_ && !in_kernel_) || (in_kernel_ && !in_code_)) {
    error(name, "instruction outside of .code", "kernel.code", "SNB PRM vol4 part2 9.1.4",
          "write it between .code and .end_code");
  }
  emit(s);
  end_of_statement();
}

// Parses (f0.0), (-f0.1.any4h), (W) or (W&~f1.0). The current token is the parenthesis.
bool Parser::predicate(Statement& s) {
  lexer_.advance();
  if (peek().is_identifier() && same_name(peek().text, "W")) {
    lexer_.advance();
    s.i.no_mask = true;
    if (accept(')')) return true;
    if (!expect('&', "after (W")) return false;
  }
  s.i.pred_inverse = peek().is('-') || peek().is('~') || peek().is('!');
  if (s.i.pred_inverse || peek().is('+')) lexer_.advance();
  const Token name = peek();
  if (!name.is_identifier()) {
    return error(name, fmt::format("expected a flag register, found {}", found()), "predicate.flag",
                 std::string(kModifiers), "write (f0.0), say");
  }
  lexer_.advance();
  s.i.pred_control = isa::PredControl::normal;
  if (!flag_register(s, name)) return false;
  if (peek().is('.')) {
    lexer_.advance();
    const Token control = next();
    const auto found_control = control.is_identifier() ? kPredControls.find(control.text) : std::nullopt;
    if (!found_control) {
      const std::string_view near = nearest_name(control.text, kPredControls.names());
      return error(control, fmt::format("unknown predicate control '{}'", control.text), "predicate.control",
                   std::string(kModifiers),
                   near.empty() ? "any or all of 2h, 4h, 8h, 16h, 32h or v; x, y, z or w in Align16"
                                : fmt::format("did you mean .{}?", near));
    }
    s.i.pred_control = *found_control;
    s.predicate = control;
  }
  return expect(')', "after the predicate");
}

// Parses f0 or f0.1; `name` has been consumed. Predicate and condition modifier share one field.
bool Parser::flag_register(Statement& s, const Token& name) {
  const auto flag = find_register(name.text, false);
  if (!flag || !flag->nr || *flag->nr >> 4 != static_cast<unsigned>(isa::Arf::f) || flag->file != isa::RegFile::arf) {
    return error(name, fmt::format("'{}' is not a flag register", name.text), "predicate.flag", std::string(kModifiers),
                 "write f0.0, say");
  }
  const unsigned nr = *flag->nr & 0xF;
  if (!isa::has_flag(gen_, nr, 0)) {
    return refuse(name, isa::limit("flag.register"), s.mnemonic.text, name.text);
  }
  std::uint64_t subregister = 0;
  if (peek().is('.') && begins_with_digit(lexer_.rest())) {
    lexer_.advance();
    const Token at = peek();
    if (!expect_number(subregister, "a flag subregister")) return false;
    if (!isa::has_flag(gen_, nr, subregister))
      return refuse(at, isa::limit("flag.register"), s.mnemonic.text, fmt::format("{}.{}", name.text, subregister));
  }
  if (s.has_flag && (s.i.flag_nr != nr || s.i.flag_subnr != subregister)) {
    return error(name,
                 fmt::format("predicate and condition modifier must use the same flag register, not f{}.{} and f{}.{}",
                             s.i.flag_nr, s.i.flag_subnr, nr, subregister),
                 "flag.one", "SNB PRM vol4 part2 7.2.4", "write the same flag register in both places");
  }
  s.has_flag = true;
  s.i.flag_nr = static_cast<std::uint8_t>(nr);
  s.i.flag_subnr = static_cast<std::uint8_t>(subregister);
  return true;
}

bool Parser::mnemonic(Statement& s, const Token& name, bool& nothing_to_do) {
  s.mnemonic = name;
  if (const auto opcode = find_opcode(gen_, name.text)) {
    s.i.opcode = *opcode;
    return !isa::limit("encoding.opcode").broken_by(gen_, s.i) || absent_mnemonic(name, s.i.row());
  }
  if (same_name(name.text, "jmp")) {  // a pseudo-instruction: add to ip (9.2.6)
    s.i.opcode = isa::Opcode::add;
    s.is_jmp = true;
    return true;
  }
  if (same_name(name.text, "iff")) {  // "fast if": an if that pushes nothing (9.2.7.2)
    s.i.opcode = isa::Opcode::if_;
    return true;
  }
  if (same_name(name.text, "do")) {  // marks the place to which a while returns; not machine code since Gen6
    dos_.push_back(kernel().program.instructions.size());
    if (!at_end_of_statement())
      return error(peek(), fmt::format("do has no operands, found {}", found()), "syntax.trailing",
                   "SNB PRM vol4 part2 9.2.7.5", "write size, predicate and target on the while that ends the loop");
    return nothing_to_do = true;
  }
  return unknown_mnemonic(name);
}

// Parses the suffixes of the mnemonic: .sat, .ge, .ge.f0.1, .b, and the function of math.
bool Parser::modifiers(Statement& s) {
  if (!dotted_modifiers(s)) return false;
  if (s.i.row().format != isa::Format::math || s.has_function) return true;
  const bool spaced_number = peek().is_number() && peek().value < 16 && dialect_.math_separator == " ";
  if (!peek().is_identifier() && !spaced_number) return true;
  const Token name = next();  // math inv(8)
  const auto function =
      name.is_number() ? std::optional(static_cast<isa::MathFunction>(name.value)) : kMathFunctions.find(name.text);
  if (!function) return unknown_function(name);
  s.i.math = *function;
  s.has_function = true;
  return dotted_modifiers(s);
}

bool Parser::dotted_modifiers(Statement& s) {
  const bool is_math = s.i.row().format == isa::Format::math;
  while (peek().is('.') && !peek().space_before) {
    lexer_.advance();
    const Token name = next();
    const bool is_general = name.is_identifier() && (same_name(name.text, "sat") || same_name(name.text, "breakpoint"));
    if (s.i.row().format == isa::Format::sync && !is_general) {
      if (!sync_function(s, name)) return false;
    } else if (isa::is_send(s.i) && dots_function(gen_, dialect_)) {
      if (!dotted_function(s, name)) return false;
    } else if (is_math && name.is_number() && name.value < 16) {
      s.i.math = static_cast<isa::MathFunction>(name.value);
      s.has_function = true;
    } else if (!name.is_identifier()) {
      return error(name, fmt::format("expected a modifier, found '{}'", name.text), "modifier.unknown",
                   std::string(kModifiers), "write .sat, or a condition such as .ge");
    } else if (same_name(name.text, "sat")) {
      if (s.i.saturate) return modifier_twice(name);
      s.i.saturate = true;
    } else if (same_name(name.text, "b")) {
      s.i.branch_control = true;
    } else if (same_name(name.text, "breakpoint")) {
      s.i.breakpoint = true;
    } else if (const auto function = is_math ? kMathFunctions.find(name.text) : std::nullopt) {
      s.i.math = *function;
      s.has_function = true;
    } else if (!condition(s, name)) {
      return false;
    }
  }
  if (isa::is_send(s.i) && dots_function(gen_, dialect_) && !s.has_function)
    return error(s.mnemonic, fmt::format("{} needs the name of its shared function", s.mnemonic.text), "send.function",
                 "IGA ModelXe send", fmt::format("write {}.dc1, for example", s.mnemonic.text));
  return true;
}

// Parses the function of sync.nop, sync.allrd, ...
bool Parser::sync_function(Statement& s, const Token& name) {
  for (std::size_t code = 0; code < kSyncNames.size(); ++code) {
    if (kSyncNames[code].empty() || !same_name(name.text, kSyncNames[code])) continue;
    s.i.sync = static_cast<isa::SyncFunction>(code);
    return true;
  }
  return error(name, fmt::format("unknown function '{}' of sync", name.text), "mnemonic.sync", "IGA ModelXe sync",
               "functions are nop, allrd, allwr, bar and host");
}

// Parses the shared function of send.dc1, ...
bool Parser::dotted_function(Statement& s, const Token& name) {
  std::vector<std::string_view> names;
  for (std::size_t code = 0; code < dialect_.functions.size(); ++code) {
    const std::string_view each = dialect_.functions[code];
    if (each.empty()) continue;
    names.push_back(each);
    if (!same_name(name.text, each)) continue;
    s.i.send.sfid = static_cast<isa::Sfid>(code);
    return s.has_function = true;
  }
  return error(name, fmt::format("unknown shared function '{}'", name.text), "send.function", "IGA ModelXe send",
               fmt::format("shared functions are {}", fmt::join(names, ", ")));
}

bool Parser::unknown_function(const Token& name) {
  std::vector<std::string_view> functions;  // names of the generation's functions in the dialect
  for (std::size_t code = 1; code < dialect_.math_functions.size(); ++code) {
    if (has_function(gen_, static_cast<isa::MathFunction>(code))) functions.push_back(dialect_.math_functions[code]);
  }
  const std::string_view near = nearest_name(name.text, functions);
  return error(name, fmt::format("unknown math function '{}'", name.text), "math.function", "SNB PRM vol4 part2 8.3.28",
               near.empty() ? fmt::format("functions are {}", fmt::join(functions, ", "))
                            : fmt::format("did you mean {}?", near));
}

bool Parser::modifier_twice(const Token& name) {
  return error(name, fmt::format("'.{}' is a second modifier of its kind", name.text), "modifier.twice",
               std::string(kModifiers), "leave one out");
}

// Parses a condition modifier, perhaps with its flag register. `name` has been consumed.
bool Parser::condition(Statement& s, const Token& name) {
  const auto found_condition = kConditions.find(name.text);
  const bool early_out = s.i.row().format == isa::Format::math && same_name(name.text, kEarlyOut);
  if (!found_condition && !early_out) {
    if (s.i.row().format == isa::Format::math) return unknown_function(name);
    if (begins_with_flag(name.text))
      return error(name, fmt::format("the flag register {} is written after the condition", name.text),
                   "modifier.order", std::string(kModifiers), "write cmp.ge.f0.0 (8), say");
    const std::string_view near = nearest_name(name.text, kConditions.names());
    return error(name, fmt::format("unknown modifier '.{}'", name.text), "modifier.unknown", std::string(kModifiers),
                 near.empty() ? "condition modifiers are .z .e .nz .ne .g .ge .l .le .o .u; saturation is .sat"
                              : fmt::format("did you mean .{}?", near));
  }
  if (s.i.cond_mod != isa::CondMod::none) return modifier_twice(name);
  if (!early_out) s.i.cond_mod = *found_condition;
  if (!peek().is('.') || !begins_with_flag(lexer_.rest())) return true;
  lexer_.advance();
  return flag_register(s, next());
}

// Parses (16) or (8|M8), then perhaps iga's (gt)f0.0.
bool Parser::exec_size(Statement& s) {
  if (!peek().is('(')) return true;
  const bool is_source = lexer_.rest().starts_with('$') || lexer_.rest().starts_with("abs");
  if (s.i.row().format == isa::Format::sync && is_source) return true;
  if (begins_with_predicate(lexer_.rest())) return misplaced_predicate(s, peek());
  lexer_.advance();
  if (peek().is_number()) {
    const Token at = next();
    const std::uint64_t size = at.value;
    if (at.is_fraction || !isa::is_exec_size(size)) {
      return refuse(at, isa::limit("encoding.exec_size"), s.mnemonic.text, at.text);
    }
    s.i.exec_size = static_cast<std::uint8_t>(size);
    s.has_exec_size = true;
    if (accept('|')) {
      const Token offset = next();
      const auto mask = offset.is_identifier() ? find_register(offset.text, false) : std::nullopt;
      if (!mask || mask->file != isa::RegFile::mrf || !mask->nr || !isa::is_channel_offset(*mask->nr)) {
        return refuse(offset, isa::limit("encoding.channel_offset"), s.mnemonic.text, offset.text);
      }
      s.i.channel_offset = *mask->nr;
    }
    if (!expect(')', "after the execution size")) return false;
    if (!peek().is('(')) return true;
    if (begins_with_predicate(lexer_.rest())) return misplaced_predicate(s, peek());
    if (!begins_with_condition(lexer_.rest())) return true;
    lexer_.advance();
  }
  if (peek().is_identifier() && (kConditions.find(peek().text) || same_name(peek().text, kEarlyOut))) {
    if (!condition(s, next()) || !expect(')', "after the condition")) return false;
    return flag_register(s, next());
  }
  return error(peek(), fmt::format("expected an execution size, found {}", found()), "exec_size.value",
               std::string(kModifiers), "write (8), say");
}

}  // namespace eugene::assembly
