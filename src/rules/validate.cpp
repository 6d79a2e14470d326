// Runs every rule that the generation has on an instruction or a program.
#include "rules/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "isa/branch.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

constexpr Type execution_type(Type type) {
  switch (type) {
    case Type::vf: return Type::f;
    case Type::uq:
    case Type::q: return Type::q;
    case Type::ud:
    case Type::d: return Type::d;
    case Type::hf:
    case Type::f:
    case Type::df: return type;
    default: return Type::w;
  }
}

constexpr bool mixes(Type a, Type b) { return (a == Type::f && b == Type::hf) || (a == Type::hf && b == Type::f); }

// Execution data type: SNB PRM vol4 part2 5.3.9, with HF, DF and Q as in Gen8 and later.
Type execution_type(const Subject& subject) {
  const Instruction& i = subject.i;
  const Type a = execution_type(i.src[0].type);
  if (subject.sources <= 1) return a == Type::hf && subject.row.has_destination ? i.dst.type : a;
  if (subject.mixed_float) return Type::f;
  const Type b = execution_type(i.src[1].type);
  if (a == b) return a;
  for (const Type wider : {Type::df, Type::q, Type::f, Type::d, Type::hf}) {
    if (a == wider || b == wider) return wider;
  }
  return Type::w;
}

bool mixes_floats(const Subject& subject) {
  if (!subject.regions || !subject.row.has_destination) return false;
  const Instruction& i = subject.i;
  bool mixed = mixes(i.src[0].type, i.dst.type);
  if (subject.sources > 1) mixed = mixed || mixes(i.src[1].type, i.dst.type) || mixes(i.src[0].type, i.src[1].type);
  return mixed;
}

bool handles_qwords(const Subject& subject) {
  if (!subject.regions) return false;
  const Instruction& i = subject.i;
  if (subject.row.has_destination && is_qword(i.dst.type)) return true;
  for (unsigned n = 0; n < subject.sources; ++n) {
    if (is_qword(i.src[n].type)) return true;
  }
  return i.opcode == Opcode::mul && is_dword_int(i.src[0].type) && is_dword_int(i.src[1].type);
}

constexpr auto kGroups = std::to_array<std::span<const Rule> (*)()>({
    encoding_rules,   modifier_rules,     type_rules,          convert_rules,  register_rules,    architecture_rules,
    region_rules,     destination_rules,  align16_rules,       indirect_rules, bounds_rules,      accumulator_rules,
    arithmetic_rules, logic_rules,        interpolation_rules, move_rules,     mixed_float_rules, qword_rules,
    math_rules,       three_source_rules, send_rules,          message_rules,  payload_rules,     flow_rules,
    hazard_rules,     program_rules,      block_rules,         leaving_rules,  single_flow_rules, preemption_rules,
    scoreboard_rules,
});

std::string operand_names(Operands operands) {
  std::string names;
  const auto add = [&](Operands bit, std::string_view name) {
    if ((operands & bit) == 0) return;
    if (!names.empty()) names += ", ";
    names += name;
  };
  add(kDst, "dst");
  add(kSrc0, "src0");
  add(kSrc1, "src1");
  add(kSrc2, "src2");
  return names;
}

Diagnostic diagnose(const Gen& gen, const Rule& rule, std::string_view mnemonic, Operands operands,
                    std::string_view detail) {
  const Citation& citation = rule.cited(gen);
  std::string message = operand_names(operands);
  if (!message.empty()) message += ": ";
  message += worded(rule.text, mnemonic);
  if (!detail.empty()) message += fmt::format(" ({})", detail);
  if (const auto machines = limited_to(rule, gen); !machines.empty())
    message += fmt::format("; a rule of {} only", fmt::join(machines, ", "));
  return {.severity = rule.severity,
          .where = {},
          .message = std::move(message),
          .rule = std::string{rule.id},
          .reference = fmt::format("{} {}", citation.document, worded(citation.section, mnemonic)),
          .hint = worded(rule.hint, mnemonic)};
}

// Returns the machine whose rules apply to a program of `gen`. A named machine of another generation is ignored.
const Machine& choose_machine(const Gen& gen, const Surroundings& surroundings) {
  const Machine* machine = surroundings.machine;
  return machine != nullptr && machine->gen->id == gen.id ? *machine : default_machine(gen);
}

bool ends_the_path(const Instruction& i) {
  if (i.opcode == Opcode::illegal) return true;
  if (i.pred_control != PredControl::none) return false;
  return ends_thread(i) || i.opcode == Opcode::jmpi || i.opcode == Opcode::ret;
}

// `illegal` may pad memory after a program and between its subroutines; nop may pad it before a program: SNB PRM vol4
// part2 7.3.6.
class Padding {
 public:
  // True if `next` is padding: an `illegal` after the end of a path. Call it for every instruction, in order.
  bool is(const Instruction& next) {
    const bool padding = next.opcode == Opcode::illegal && after_end_;
    if (next.opcode == Opcode::illegal || next.row().format != Format::none) after_end_ = ends_the_path(next);
    return padding;
  }

 private:
  bool after_end_ = false;
};

}  // namespace

Subject::Subject(const Gen& gen_, const Instruction& instruction)
    : gen(gen_),
      i(instruction),
      row(instruction.row()),
      sources(source_count(i)),
      writes(row.has_destination && !i.dst.is_null()),
      align16(i.access_mode == AccessMode::align16),
      regions(row.format == Format::two_source || row.format == Format::math),
      three_source(row.format == Format::three_source),
      send(row.format == Format::send),
      split_send(row.format == Format::split_send),
      flow(is_branch(i)),
      exec_type(Type::w),
      exec_bytes(0),
      mixed_float(mixes_floats(*this)),
      qword_or_dword_mul(handles_qwords(*this)) {
  exec_type = execution_type(*this);
  exec_bytes = byte_size(exec_type);
}

std::int64_t find_jip(const ProgramSubject& s, std::size_t index) {
  const Instruction& i = s.program.instructions[index];
  return branch_origin(i, s.program.offsets[index]) + i.jip;
}

std::int64_t find_uip(const ProgramSubject& s, std::size_t index) {
  const Instruction& i = s.program.instructions[index];
  return branch_origin(i, s.program.offsets[index]) + i.uip;
}

bool branches(const Instruction& i) { return is_branch(i) || (i.row().has_destination && i.dst.is_arf(Arf::ip)); }

namespace {

// True for `fork null`, which does not branch (8.3.17).
bool stays(const Instruction& i) { return i.opcode == Opcode::fork && i.src[0].is_null(); }

// True if a label exists only because the `fork null` right before it needs some JIP.
bool names_no_target(const ProgramSubject& s, std::int64_t offset) {
  const auto index = s.program.index_at(offset);
  return index && *index > 0 && stays(s.program.instructions[*index - 1]) && find_jip(s, *index - 1) == offset;
}

}  // namespace

std::vector<bool> entry_points(const ProgramSubject& s) {
  std::vector<bool> entries(s.program.instructions.size());
  const auto mark = [&](std::int64_t offset) {
    if (const auto index = s.program.index_at(offset)) entries[*index] = true;
  };
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (stays(i)) continue;
    const BranchTargets targets = branch_targets(s.gen, i, s.program.offsets[n]);
    if (targets.jip) mark(*targets.jip);
    if (targets.uip) mark(*targets.uip);
  }
  for (const auto& [offset, label] : s.program.labels) {
    if (!names_no_target(s, offset)) mark(offset);
  }
  return entries;
}

void report(const ProgramSubject& subject, const Rule& rule, std::size_t index, Diagnostics& diagnostics,
            std::string_view detail) {
  const Instruction& instruction = subject.program.instructions[index];
  diagnostics.push_back(diagnose(subject.gen, rule, instruction.row().mnemonic, kWhole, detail));
  diagnostics.back().where.offset = subject.program.offsets[index];
}

std::vector<std::string_view> limited_to(const Rule& rule, const Gen& gen) {
  std::vector<std::string_view> names;
  bool everywhere = true;
  for (const Machine& machine : kMachines) {
    if (machine.gen->id != gen.id) continue;
    if (contains(rule.machines, machine)) {
      names.push_back(machine.name);
    } else {
      everywhere = false;
    }
  }
  if (everywhere) names.clear();
  return names;
}

std::vector<Rule> all() {
  std::vector<Rule> result;
  for (const auto group : kGroups) {
    const std::span<const Rule> rows = group();
    result.insert(result.end(), rows.begin(), rows.end());
  }
  return result;
}

void validate(const Gen& gen, const Instruction& instruction, Diagnostics& diagnostics,
              const Surroundings& surroundings) {
  const Subject subject{gen, instruction};
  const Machine& machine = choose_machine(gen, surroundings);
  for (const auto group : kGroups) {
    for (const Rule& rule : group()) {
      const bool is_checked = rule.check != nullptr || rule.limit.known();
      if (!is_checked || !rule.holds(gen) || !contains(rule.machines, machine)) continue;
      if (rule.phase == Phase::preemption && !surroundings.preemptible) continue;
      const Operands operands = rule.check != nullptr ? rule.check(subject) : rule.limit.broken_by(gen, instruction);
      if (operands != kFine) diagnostics.push_back(diagnose(gen, rule, subject.row.mnemonic, operands, {}));
    }
  }
}

void validate(const Program& program, Diagnostics& diagnostics, const Surroundings& surroundings) {
  Padding padding;
  for (std::size_t index = 0; index < program.instructions.size(); ++index) {
    if (padding.is(program.instructions[index])) continue;
    const std::size_t before = diagnostics.size();
    validate(*program.gen, program.instructions[index], diagnostics, surroundings);
    for (std::size_t n = before; n < diagnostics.size(); ++n) diagnostics[n].where.offset = program.offsets[index];
  }
  const ProgramSubject subject{*program.gen, program};
  const Machine& machine = choose_machine(*program.gen, surroundings);
  for (const auto group : kGroups) {
    for (const Rule& rule : group()) {
      if (rule.check_program == nullptr || !rule.holds(*program.gen) || !contains(rule.machines, machine)) continue;
      rule.check_program(subject, rule, diagnostics);
    }
  }
}

}  // namespace eugene::rules
