#include "editor/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/finding/rule.h"
#include "editor/rule_text.h"
#include "isa/opcode.h"
#include "isa/opcode_citation.h"
#include "rules/validate.h"
#include "script/reliance/cause.h"

namespace eugene::editor {
namespace {

std::vector<const isa::Machine*> all_machines() {
  std::vector<const isa::Machine*> machines;
  machines.reserve(isa::kMachines.size());
  for (const isa::Machine& each : isa::kMachines) machines.push_back(&each);
  return machines;
}

// Returns the texts of rule `name` and of the rules whose names begin with `name` and a dot.
std::string rules_named(std::string_view name) {
  std::string text;
  for (const rules::Rule& rule : rules::all()) {
    if (rule.id == name || rule.id.starts_with(fmt::format("{}.", name))) text += rule_text(rule, all_machines());
  }
  return text;
}

std::string cause_named(std::string_view name) {
  const auto found = std::ranges::find(script::reliance::kCauses, name, &script::reliance::CauseInfo::id);
  if (found == script::reliance::kCauses.end()) return {};
  return fmt::format("{} (found by eugene exec --check)\n  {}\n  see: {}\n", found->id, found->what, found->reference);
}

std::string_view describe_work(isa::Action action) {
  switch (action) {
    case isa::Action::alu: return "computes its result lane by lane";
    case isa::Action::compare:
      return "compares two sources: the flag and the result show in which lanes the condition holds";
    case isa::Action::select: return "takes one of two sources, by the predicate or the condition";
    case isa::Action::select_compare: return "takes one of two sources, by comparing the third with zero";
    case isa::Action::nop: return "does nothing";
    case isa::Action::jump: return "moves the whole thread to another instruction";
    case isa::Action::branch: return "moves channels to another instruction, depending on their masks";
    case isa::Action::send: return "sends registers as a message to a shared function; its response is the destination";
    case isa::Action::systolic: return "multiplies matrices";
    case isa::Action::named_barrier: return "waits at a numbered barrier";
    case isa::Action::wait: return "waits for a notification";
    case isa::Action::sync: return "waits for messages, registers or a notification";
    case isa::Action::fault: break;
  }
  return "raises an exception";
}

// Returns the form of an instruction, such as [(f0.0)] add[.sat][.COND.f0.0] (LANES) DST SRC0 SRC1.
std::string describe_form(const isa::OpcodeInfo& row) {
  std::string form;
  if (row.has(isa::kPred)) form += "[(f0.0)] ";
  form += row.mnemonic;
  if (row.format == isa::Format::math) form += ".FUNCTION";
  if (row.has(isa::kBranchCtrl)) form += "[.b]";
  if (row.has(isa::kSat)) form += "[.sat]";
  if (row.has(isa::kCond)) form += "[.COND.f0.0]";
  if (row.format == isa::Format::none) return form;
  form += " (LANES)";
  if (row.has_destination) form += " DST";
  for (unsigned i = 0; i < row.sources; ++i) form += fmt::format(" SRC{}", i);
  if (row.format == isa::Format::branch_jip || row.format == isa::Format::branch) form += " JIP";
  if (row.format == isa::Format::branch) form += " UIP";
  return isa::is_send(row.format) ? form + " EXDESC DESC" : form;
}

std::string types_in(isa::TypeSet set) {
  std::vector<std::string_view> names;
  for (const isa::TypeInfo& each : isa::kTypes) {
    if ((set & isa::make_set(each.type)) != 0) names.push_back(each.name);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, " "));
}

std::string list_modifiers(const isa::OpcodeInfo& row) {
  std::vector<std::string_view> names;
  if (row.has(isa::kPred)) names.emplace_back("predicate");
  if (row.has(isa::kCond)) names.emplace_back("condition");
  if (row.has(isa::kSat)) names.emplace_back("saturation");
  if (row.has(isa::kMods))
    names.emplace_back(row.has(isa::kLogic) ? "- of sources (from Gen8 on: bitwise not)" : "- and (abs) of sources");
  if (row.has(isa::kAcc)) names.emplace_back("updates the accumulator");
  if (row.has(isa::kAccSource)) names.emplace_back("reads the accumulator");
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string instruction_text(const isa::OpcodeInfo& row) {
  std::string text = fmt::format(
      "{}: {}\n  form       {}\n  types      {} (of sources, in all generations)\n  modifiers  {}\n", row.mnemonic,
      describe_work(row.action), describe_form(row), types_in(row.types), list_modifiers(row));
  for (const isa::Gen* gen : isa::kGens) {
    const std::int16_t code = row.code[gen->id];
    text += fmt::format("  {:<10} {}\n", gen->name,
                        code >= 0           ? fmt::format("opcode {:#04x}", code)
                        : row.in_visa(*gen) ? "only lowered from vISA"
                                            : "not available");
  }
  return text + fmt::format("  see        {}\n", isa::citation_text(row));
}

std::string instruction_named(std::string_view name) {
  const auto found = std::ranges::find(isa::kOpcodes, name, &isa::OpcodeInfo::mnemonic);
  if (found == isa::kOpcodes.end()) return {};
  std::vector<std::string_view> about;
  for (const rules::Rule& rule : rules::all()) {
    if (rule.id.starts_with(fmt::format("{}.", name))) about.push_back(rule.id);
  }
  std::string text = instruction_text(*found);
  if (!about.empty()) text += fmt::format("  rules      {}\n", fmt::join(about, ", "));
  return text;
}

}  // namespace

std::string explained(std::string_view name) {
  return instruction_named(name) + cause_named(name) + rules_named(name) + check::rules_text(name);
}

std::vector<std::string> explained_names() {
  std::vector<std::string> names;
  for (const isa::OpcodeInfo& row : isa::kOpcodes) names.emplace_back(row.mnemonic);
  for (const rules::Rule& rule : rules::all()) names.emplace_back(rule.id);
  for (const script::reliance::CauseInfo& cause : script::reliance::kCauses) names.emplace_back(cause.id);
  for (const check::Rule& rule : check::all_rules()) names.emplace_back(rule.id);
  return names;
}

}  // namespace eugene::editor
