// The operands of each format of instruction: SNB PRM vol4 part2 7.4.1 and the syntax lines of chapter 8.
#include <fmt/format.h>

#include "asm/implied.h"
#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

// Flow control whose targets follow from its block (9.2.6).
bool is_structured(isa::Opcode opcode) {
  using isa::Opcode;
  return opcode == Opcode::if_ || opcode == Opcode::else_ || opcode == Opcode::endif || opcode == Opcode::while_ ||
         opcode == Opcode::break_ || opcode == Opcode::cont;
}

}  // namespace

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
  }
  return true;
}

// A destination and `sources` sources.
bool Parser::list(Statement& s, std::size_t sources) { return destination(s) && source_list(s, sources); }

bool Parser::destination(Statement& s) {
  s.has_dst = true;
  if (!operand(s.dst, true)) return false;
  if (s.dst.is_value) {
    return error(s.dst.at, "the destination must be a register", "operand.destination", "SNB PRM vol4 part2 7.4.2",
                 s.dst.value.label.empty() ? "" : fmt::format("there is no register {}", s.dst.value.label));
  }
  return true;
}

// Sources until there are `sources`.
bool Parser::source_list(Statement& s, std::size_t sources) {
  for (; s.sources < sources; ++s.sources) {
    if (!at_operand()) {
      return error(
          peek(),
          fmt::format("{} has {} source{}, found {}", s.mnemonic.text, sources, sources == 1 ? "" : "s", found()),
          "operand.missing", std::string("SNB PRM vol4 part2 ") + std::string(s.i.row().section));
    }
    if (!operand(s.src[s.sources], false)) return false;
  }
  return true;
}

bool Parser::two_source(Statement& s) {
  if (s.is_jmp) return jmp(s);
  if (s.i.opcode == isa::Opcode::wait) return notification(s);
  if (!list(s, 1)) return false;
  // "add (1) IP 4*16" counts from ip (9.2.6).
  if (s.i.row().sources == 2 && s.dst.op.is_arf(isa::Arf::ip) && s.src[0].is_value && !at_operand()) {
    s.src[1] = s.src[0];
    s.src[0] = {};
    s.src[0].op = {.nr = s.dst.op.nr};
    s.sources = 2;
    return true;
  }
  return source_list(s, s.i.row().sources);
}

// The one register of wait is source and destination; either's region may be written.
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

// math (8) dst src0 [src1] [function]: the function may be the last operand, as a number (8.3.28).
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
    return error(at, "math functions are 0 to 15", "math.function", "SNB PRM vol4 part2 8.3.28");
  s.i.math = static_cast<isa::MathFunction>(function);
  return true;
}

// What goes where cannot be told before the end: registers in front, then one or two distances or labels.
bool Parser::branch(Statement& s) {
  constexpr std::size_t kMost = 5;
  std::array<WrittenOperand, kMost> items;
  std::size_t count = 0;
  while (at_operand()) {
    if (count == kMost)
      return error(peek(), fmt::format("too many operands for {}", s.mnemonic.text), "operand.extra",
                   "SNB PRM vol4 part2 7.4.1");
    if (peek().is_identifier() && lexer_.rest().starts_with(':') &&
        (same_name(peek().text, "JIP") || same_name(peek().text, "UIP"))) {
      lexer_.advance();
      lexer_.advance();
    }
    const bool is_destination = count == 0 && s.i.row().has_destination;
    if (!operand(items[count++], is_destination)) return false;
  }
  fill_implied(gen_, dialect_, s.i);
  const std::string reference = fmt::format("SNB PRM vol4 part2 {}", s.i.row().section);
  const Spelled said = spelled(s.i);
  // Distances and labels are last.
  std::size_t registers = count;
  const std::size_t most_targets = !said.target ? 0 : has_uip(gen_, s.i) ? 2 : 1;
  while (registers > 0 && items[registers - 1].is_value && count - registers < most_targets) --registers;
  const std::size_t targets = count - registers;
  // In front a destination, or null in its place.
  std::size_t at = 0;
  std::size_t wanted = said.sources + (said.dst ? 1U : 0U);
  const bool register_target = said.target && targets == 0 && registers == wanted + 1;
  if (register_target) ++wanted;
  if (said.dst && registers > 0) {
    s.dst = items[at++];
    s.has_dst = true;
    if (s.dst.is_value) return error(s.dst.at, "the destination must be a register", "operand.destination", reference);
  } else if (registers > wanted && items[0].is_bare_null()) {
    ++at;
  }
  for (; at < registers && s.sources < said.sources; ++at, ++s.sources) s.src[s.sources] = items[at];
  if (register_target) {
    const unsigned slot = register_target_slot(gen_, s.i.opcode);
    s.src[slot] = items[at++];
    s.target_register = static_cast<std::uint8_t>(slot + 1);
  }
  while (at < registers && items[at].is_bare_null()) ++at;  // if (8) null null null JIP
  if (at < registers)
    return error(items[at].at, fmt::format("too many operands for {}", s.mnemonic.text), "operand.extra", reference);
  if (s.sources < said.sources || (said.dst && !s.has_dst)) {
    return error(peek(), fmt::format("{} needs another operand", s.mnemonic.text), "operand.missing", reference);
  }
  if (!said.target || register_target) return true;
  if (targets == 0 && is_structured(s.i.opcode) && s.i.cond_mod == isa::CondMod::none) return s.targets_open = true;
  if (targets == 0)
    return error(peek(), fmt::format("{} needs a target", s.mnemonic.text), "branch.target", reference,
                 "write a label or a distance");
  const bool jump = s.i.row().format == isa::Format::jump;
  const int unit = jump ? gen_.jump_unit : gen_.branch_unit;
  if (!branch_target(s, items[registers], Fixup::Field::jip, unit)) return false;
  // One target for two: both.
  return most_targets < 2 || branch_target(s, items[targets == 2 ? registers + 1 : registers], Fixup::Field::uip, unit);
}

// A distance counts in the units of the machine's field (8 bytes in Gen6's JIP and UIP).
bool Parser::branch_target(Statement& s, WrittenOperand& written, Fixup::Field field, int unit) {
  const Value& value = written.value;
  if (!value.label.empty()) {
    add_fixup(s, field, written);
    return true;
  }
  if (value.is_fraction)
    return error(written.at, "a distance is an integer", "branch.target", "SNB PRM vol4 part2 7.4.6");
  const std::int64_t count = value.as_signed();
  const std::int64_t bytes = count * unit;
  if (count < INT32_MIN || count > INT32_MAX || bytes < INT32_MIN || bytes > INT32_MAX) {
    return error(written.at, "branch distance beyond 2 GB", "branch.range", "SNB PRM vol4 part2 7.4.6");
  }
  (field == Fixup::Field::jip ? s.i.jip : s.i.uip) = static_cast<std::int32_t>(bytes);
  return true;
}

// jmp TARGET: add (1) ip ip distance, in bytes; a number counts instructions of 16 bytes (9.2.6).
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
