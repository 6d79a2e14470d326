// Parses flow control: registers first, then one or two distances or labels. SNB PRM vol4 part2 7.4.1, 7.4.6 and the
// syntax lines of chapter 8.
#include <climits>

#include <fmt/format.h>

#include "asm/implied.h"
#include "asm/name_table.h"
#include "asm/parser.h"
#include "isa/branch.h"
#include "isa/opcode_citation.h"

namespace eugene::assembly {
bool Parser::branch(Statement& s) {
  // The number of operands depends on the operand slots. A {Dst=...} before the operands can set unusual slots.
  if (peek().is('{') && !options(s)) return false;
  fill_implied(gen_, dialect_, s.i);
  const std::array<isa::Operand*, 3> slots{&s.i.dst, &s.i.src[0], &s.i.src[1]};
  for (std::size_t n = 0; n < slots.size(); ++n) {
    if (s.slots[n]) slots[n]->file = s.slots[n]->is_value ? isa::RegFile::imm : s.slots[n]->op.file;
  }
  BranchItems items;
  if (!branch_items(s, items)) return false;
  const Spelled said = spelled(s.i);
  const std::string reference = isa::citation_text(s.i.row());
  // Branch offsets and labels come last, after the operands that the instruction needs: if.ge (8) null src0 src1 [JIP].
  const bool compares = said.sources == 2 && s.i.dst.is_imm();
  const bool null_first = compares && dialect_.flow.compare_names_null && items.count > 0 && !items.item[0].is_value &&
                          items.item[0].op.is_null();
  const std::size_t wanted = said.sources + (said.dst || null_first ? 1U : 0U);
  const std::size_t max_targets = !said.target ? 0 : has_uip(gen_, s.i) ? 2 : 1;
  std::size_t registers = items.count;
  while (registers > wanted && items.item[registers - 1].is_value && items.count - registers < max_targets) --registers;
  const std::size_t targets = items.count - registers;
  if (!branch_registers(s, items, registers, targets == 0, null_first)) return false;
  if (!said.target || s.target_register != 0) return true;
  const bool has_distance = distance_slot(s.i) != nullptr;
  if (!has_distance && targets == 1 && items.item[registers].value.label == kNoTarget) return true;
  if (targets == 0 && has_distance && s.i.row().has(isa::kStructured)) return s.targets_open = true;
  if (targets == 0) {
    return error(peek(), fmt::format("{} needs a target", s.mnemonic.text), "branch.target", reference,
                 "write a label or a distance");
  }
  const int unit = gen_.branch_unit;
  if (!branch_target(s, items.item[registers], Fixup::Field::jip, unit)) return false;
  // A single target for a branch that needs two is used for both.
  return max_targets < 2 || branch_target(s, items.item[items.count - 1], Fixup::Field::uip, unit);
}

bool Parser::branch_items(Statement& s, BranchItems& items) {
  while (at_operand()) {
    if (items.count == items.item.size()) {
      return error(peek(), fmt::format("too many operands for {}", s.mnemonic.text), "operand.extra",
                   "SNB PRM vol4 part2 7.4.1", "a branch has one target, or two: JIP and UIP");
    }
    if (peek().is_identifier() && lexer_.rest().starts_with(':') &&
        (same_name(peek().text, "JIP") || same_name(peek().text, "UIP"))) {
      lexer_.advance();
      lexer_.advance();
    }
    const bool is_destination = items.count == 0 && spelled(s.i).dst;
    if (!operand(items.item[items.count++], is_destination)) return false;
  }
  return true;
}

// Parses the first `count` items: a destination or a null in its place, sources, and perhaps a register that is the
// target.
bool Parser::branch_registers(Statement& s, BranchItems& items, std::size_t count, bool may_be_target,
                              bool null_first) {
  const Spelled said = spelled(s.i);
  const std::string reference = isa::citation_text(s.i.row());
  std::size_t wanted = said.sources + (said.dst ? 1U : 0U);
  const bool register_target = said.target && may_be_target && count == wanted + 1 && !items.item[count - 1].is_value &&
                               may_have_register_target(gen_, s.i);
  if (register_target) ++wanted;
  std::size_t at = 0;
  if (said.dst && count > 0) {
    s.dst = items.item[at++];
    s.has_dst = true;
    if (s.dst.is_value)
      return error(s.dst.at, "the destination must be a register", "operand.destination", reference,
                   "write a register, or null");
  } else if (null_first || (count > wanted && !items.item[0].is_value && items.item[0].op.is_null())) {
    if (items.item[0].has_type) s.compare_type = items.item[0].op.type;
    ++at;
  }
  for (; at < count && s.sources < said.sources; ++at, ++s.sources) s.src[s.sources] = items.item[at];
  if (register_target && at < count) {
    const unsigned slot = register_target_slot(gen_, s.i.opcode);
    s.src[slot] = items.item[at++];
    s.target_register = static_cast<std::uint8_t>(slot + 1);
  }
  while (at < count && items.item[at].is_bare_null()) ++at;  // if (8) null null null JIP
  if (at < count) return surplus_operand(s, items.item[at], count - at == 2);
  for (std::uint8_t n = 0; n < s.sources; ++n) {
    if (!s.src[n].is_value || n > 0) continue;
    return error(s.src[n].at, fmt::format("{} needs a register here", s.mnemonic.text), "operand.register", reference,
                 s.i.opcode == isa::Opcode::ret ? "write the register that call wrote: ret (8) null r2<2;2,1>:ud"
                                                : "write a register, or null");
  }
  if (s.i.opcode == isa::Opcode::ret && s.sources == 1 && s.src[0].is_bare_null())
    return error(s.src[0].at, "ret needs the register that holds the return address", "operand.missing", reference,
                 "write the register that call wrote: ret (8) null r2<2;2,1>:ud");
  if (s.sources < said.sources || (said.dst && !s.has_dst)) {
    return error(peek(), fmt::format("{} needs another operand", s.mnemonic.text), "operand.missing", reference,
                 "write its registers before the target");
  }
  return true;
}

// Reports registers that the branch does not take: a target that must not be a register, or a comparison that the
// branch does not have.
bool Parser::surplus_operand(const Statement& s, const WrittenOperand& surplus, bool is_pair) {
  const std::string reference = isa::citation_text(s.i.row());
  if (is_pair && s.i.row().has(isa::kMayCompare)) {
    const std::string_view name = s.mnemonic.text;
    return error(surplus.at,
                 s.i.dst.is_imm() ? fmt::format("{} needs a condition to compare", name)
                                  : fmt::format("{} cannot compare on {}", name, gen_.full_name),
                 "operand.extra", reference,
                 s.i.dst.is_imm() ? fmt::format("write the condition: {}.ge (8) null src0 src1", name)
                                  : fmt::format("write cmp.ge.f0.0 (8) null src0 src1, then (f0.0) {} (8)", name));
  }
  const bool is_target = !surplus.is_value && spelled(s.i).target && !may_have_register_target(gen_, s.i);
  if (is_target) {
    return error(surplus.at, fmt::format("{} cannot have a register as its target", s.mnemonic.text), "branch.register",
                 reference, "write a label or a distance; only jmpi can take its target from a register");
  }
  return error(surplus.at, fmt::format("too many operands for {}", s.mnemonic.text), "operand.extra", reference,
               "remove the operands after the target");
}

// A distance counts in the units of the machine's field (8 bytes in Gen6's JIP and UIP).
bool Parser::branch_target(Statement& s, WrittenOperand& written, Fixup::Field field, int unit) {
  const Value& value = written.value;
  if (!value.label.empty()) {
    add_fixup(s, field, written);
    return true;
  }
  if (value.is_fraction)
    return error(written.at, "a distance must be an integer", "branch.target", "SNB PRM vol4 part2 7.4.6",
                 "write a label, or a whole number");
  const std::int64_t count = value.as_signed();
  if (count < INT32_MIN / unit || count > INT32_MAX / unit) {
    return refuse(written.at, isa::limit("flow.range"), s.mnemonic.text);
  }
  (field == Fixup::Field::jip ? s.i.jip : s.i.uip) = static_cast<std::int32_t>(count * unit);
  return true;
}

}  // namespace eugene::assembly
