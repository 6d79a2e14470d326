// Rules on instructions that conflict with earlier ones in the program. SNB PRM vol4 part2 8.3; BXT PRM vol6
// "Accumulator Registers".
#include <vector>

#include "rules/rule.h"

namespace eugene::rules {
namespace {

bool is_logic(const Instruction& i) { return i.row().has(kLogic); }

void two_waits(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  for (std::size_t n = 1; n < s.program.instructions.size(); ++n) {
    if (s.program.instructions[n].opcode == Opcode::wait && s.program.instructions[n - 1].opcode == Opcode::wait) {
      report(s, rule, n, diagnostics);
    }
  }
}

void indirect_to_mrf(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  for (std::size_t n = 0; n + 1 < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (is_send(i) || !i.dst.is_mrf() || !is_send(s.program.instructions[n + 1])) continue;
    bool indirect = false;
    for (unsigned k = 0; k < i.row().sources; ++k) indirect = indirect || i.src[k].indirect;
    if (indirect && i.thread_control != ThreadControl::switch_) report(s, rule, n, diagnostics);
  }
}

// True for an unsigned comparison. Intel's media kernels use one although it is forbidden (docs/record/errata.md), so
// it has a separate rule.
bool compares_unsigned(const Instruction& i) {
  return i.opcode == Opcode::cmp && i.src[0].type == Type::ud && i.src[1].type == Type::ud;
}

// Looks at straight-line code only: branches and their targets end the knowledge.
template <bool Compares>
void logic_result(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<bool> entries = entry_points(s);
  bool logic = false;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (entries[n] || branches(i)) logic = false;
    if (logic && reads_accumulator(i)) {
      const bool move = i.opcode == Opcode::mov || i.opcode == Opcode::sel;
      const bool plain = move && !i.saturate && !is_float(i.dst.type);
      if (!is_logic(i) && !plain && compares_unsigned(i) == Compares) report(s, rule, n, diagnostics);
    }
    if (writes_accumulator(i)) logic = is_logic(i);
  }
}

// Finds mov.sat of the low half of a product after mach has completed it. Looks at straight-line code only.
void mach_saturate(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<bool> entries = entry_points(s);
  bool product = false;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (entries[n] || branches(i)) product = false;
    if (product && i.opcode == Opcode::mov && i.saturate && i.src[0].is_arf(Arf::acc)) report(s, rule, n, diagnostics);
    if (writes_accumulator(i)) product = i.opcode == Opcode::mach;
  }
}

// Maps types to one that the accumulator holds in the same format: Accumulator Channel Precision.
Type accumulator_kind(Type type) {
  switch (type) {
    case Type::ud: return Type::d;
    case Type::uw:
    case Type::b:
    case Type::ub: return Type::w;
    default: return type;
  }
}

// Looks only at explicit writes and reads in straight-line code. The format of an implicit write follows the execution
// type.
void accumulator_type(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  const std::vector<bool> entries = entry_points(s);
  bool known = false;
  Type written = Type::f;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (entries[n] || branches(i)) known = false;
    if (is_send(i)) continue;
    for (unsigned k = 0; k < i.row().sources && known; ++k) {
      if (i.src[k].is_arf(Arf::acc) && accumulator_kind(i.src[k].type) != written) {
        report(s, rule, n, diagnostics);
        break;
      }
    }
    if (i.acc_wr_en) known = false;
    if (i.row().has_destination && i.dst.is_arf(Arf::acc)) {
      known = true;
      written = accumulator_kind(i.dst.type);
    }
  }
}

// 8.3.6 errata: a predicated call must be inside an if block.
void predicated_call(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  int depth = 0;
  for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (i.opcode == Opcode::if_) ++depth;
    if (i.opcode == Opcode::endif) --depth;
    if (i.opcode == Opcode::call && i.pred_control != PredControl::none && depth <= 0) report(s, rule, n, diagnostics);
  }
}

constexpr Rule kHazardRules[] = {
    {.id = "program.two_waits",
     .citation = {snb("8.3.48 implementation restriction"), kNone},
     .text = "two wait instructions cannot follow each other directly",
     .hint = "put a nop between them",
     .check_program = two_waits},
    {.id = "program.indirect_to_mrf",
     .citation = {snb("8.3.44 errata DevSNB"), kNone},
     .text = "an instruction with an indirect source that writes a message register before a send needs {Switch}",
     .hint = "add Switch to the instruction options",
     .check_program = indirect_to_mrf},
    {.id = "program.logic_accumulator",
     .citation = {snb("8.3.2, 8.3.33, 8.3.34, 8.3.50 restrictions"), bdw("vol2a and, not, or, xor"), kNone},
     .text = "only logic and plain integer moves may read an accumulator that a logic instruction wrote",
     .hint = "move the value through a general register",
     .check_program = logic_result<false>},
    {.id = "program.logic_accumulator_compare",
     .citation = {kNone, bdw("vol2a and, not, or, xor"), kNone},  // Gen6: acc.compare_unsigned
     .text = "a logic instruction leaves the accumulator's bits above its type undefined: a comparison of the "
             "accumulator may "
             "see them",
     .hint = "move the value through a general register",
     .check_program = logic_result<true>},
    {.id = "program.mach_saturate",
     .severity = Severity::warning,
     .citation = {snb("8.3.26: saturation should not be used for any of these four instructions"), kNone},
     .text = "one half of the 64-bit product that mach left in the accumulator should not be saturated",
     .hint = "move both halves, and compare them",
     .check_program = mach_saturate},
    {.id = "program.accumulator_type",
     .severity = Severity::warning,
     .citation = {kNone, bxt("Accumulator Registers: reading with a datatype different from the previous write")},
     .text = "the accumulator is read with another type than it was written with",
     .hint = "read it with the type of the instruction that wrote it",
     .check_program = accumulator_type},
    {.id = "program.predicated_call",
     .citation = {snb("8.3.6 errata DevSNB"), kNone},
     .text = "a predicated call must be inside an if block",
     .hint = "wrap the call in if and endif",
     .check_program = predicated_call},
};

}  // namespace

std::span<const Rule> hazard_rules() { return kHazardRules; }

}  // namespace eugene::rules
