// `eugene explain`: what the documents say of a rule, an instruction, a register region.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "isa/opcode.h"
#include "nearest.h"
#include "region_drawing.h"
#include "rule_text.h"
#include "rules/validate.h"
#include "sanitize/cause.h"

namespace eugene::cli {
namespace {

constexpr const char* kExplainExamples = R"(Examples:
  eugene explain region.width              a rule that `check` names, with its document
  eugene explain region                    all rules whose names begin so
  eugene explain never-written             what `exec` remarks
  eugene explain mad                       an instruction: its forms, types and section
  eugene explain 'r10.3<8;4,2>:w'          the bytes of the registers that each lane reads
  eugene explain --lanes 16 'r4<2>:uw'     those that 16 lanes write

Exit status: 0 explained, 1 nothing has that name.)";

struct ExplainOptions {
  std::string what;
  std::string gen = "gen9";
  unsigned lanes = 8;
};

constexpr unsigned kMostLanes = 32;

std::vector<const isa::Machine*> all_machines() {
  std::vector<const isa::Machine*> machines;
  for (const isa::Machine& each : isa::kMachines) machines.push_back(&each);
  return machines;
}

// Of the rules that are called `name`, or begin with it and a dot.
std::string rules_named(std::string_view name) {
  std::string text;
  for (const rules::Rule& rule : rules::all()) {
    if (rule.id == name || rule.id.starts_with(fmt::format("{}.", name))) text += rule_text(rule, all_machines());
  }
  return text;
}

std::string cause_named(std::string_view name) {
  const auto found = std::ranges::find(sanitize::kCauses, name, &sanitize::CauseInfo::id);
  if (found == sanitize::kCauses.end()) return {};
  return fmt::format("{} (found by eugene exec --check)\n  {}\n  see: {}\n", found->id, found->what, found->reference);
}

std::string_view work_of(isa::Action action) {
  switch (action) {
    case isa::Action::alu: return "computes its result lane by lane";
    case isa::Action::compare: return "compares two sources: the flag and the result say where it holds";
    case isa::Action::select: return "takes one of two sources, by the predicate or the condition";
    case isa::Action::select_compare: return "takes one of two sources, by comparing the third with zero";
    case isa::Action::nop: return "does nothing";
    case isa::Action::jump: return "moves the whole thread to another instruction";
    case isa::Action::branch: return "moves channels to another instruction, each by its masks";
    case isa::Action::send: return "sends registers as a message to a shared function, whose answer is the destination";
    case isa::Action::systolic: return "multiplies matrices";
    case isa::Action::named_barrier: return "waits at a barrier that has a number";
    case isa::Action::wait: return "waits for a notification";
    case isa::Action::fault: break;
  }
  return "raises an exception";
}

// How it is written: (f0.0) add.sat.cond (8) dst src0 src1.
std::string form_of(const isa::OpcodeInfo& row) {
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
    if ((set & isa::set_of(each.type)) != 0) names.push_back(each.name);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, " "));
}

std::string modifiers_of(const isa::OpcodeInfo& row) {
  std::vector<std::string_view> names;
  if (row.has(isa::kPred)) names.emplace_back("predicate");
  if (row.has(isa::kCond)) names.emplace_back("condition");
  if (row.has(isa::kSat)) names.emplace_back("saturation");
  if (row.has(isa::kMods))
    names.emplace_back(row.has(isa::kLogic) ? "- of sources (from Gen8: not)" : "- and (abs) of sources");
  if (row.has(isa::kAcc)) names.emplace_back("updates the accumulator");
  if (row.has(isa::kAccSource)) names.emplace_back("reads the accumulator");
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string instruction_text(const isa::OpcodeInfo& row) {
  std::string text =
      fmt::format("{}: {}\n  form       {}\n  types      {} (of sources, in all generations)\n  modifiers  {}\n",
                  row.mnemonic, work_of(row.action), form_of(row), types_in(row.types), modifiers_of(row));
  for (const isa::Gen* gen : {&isa::kGen6, &isa::kGen9}) {
    const std::int16_t code = row.code[static_cast<std::size_t>(gen->id)];
    text += fmt::format("  {}       {}\n", gen->name,
                        code >= 0           ? fmt::format("opcode {:#04x}", code)
                        : row.in_visa(*gen) ? "only lowered from vISA"
                                            : "not there");
  }
  return text +
         fmt::format("  see        {} {}\n",
                     row.in(isa::kGen6) ? "SNB PRM vol4 part2" : "BDW PRM vol7, instruction reference:", row.section);
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

// A register's name and what may follow it; no rule and no instruction begins so.
bool is_region(std::string_view text) {
  return text.size() > 1 && (text[0] == 'r' || text[0] == 'm') &&
         std::isdigit(static_cast<unsigned char>(text[1])) != 0;
}

std::vector<std::string> names_of_all() {
  std::vector<std::string> names;
  for (const isa::OpcodeInfo& row : isa::kOpcodes) names.emplace_back(row.mnemonic);
  for (const rules::Rule& rule : rules::all()) names.emplace_back(rule.id);
  for (const sanitize::CauseInfo& cause : sanitize::kCauses) names.emplace_back(cause.id);
  return names;
}

int explain_it(const ExplainOptions& options) {
  if (is_region(options.what)) {
    const Result<std::string> drawing = drawn_region(*isa::find_gen(options.gen), options.what, options.lanes);
    if (!drawing) {
      fmt::print(stderr, "eugene explain: {}\n", drawing.error().message);
      return kProblems;
    }
    fmt::print("{}", *drawing);
    return kClean;
  }
  const std::string text = instruction_named(options.what) + cause_named(options.what) + rules_named(options.what);
  if (text.empty()) {
    fmt::print(stderr, "eugene explain: no rule, remark, instruction or region is called '{}'{}\n", options.what,
               suggestion(options.what, names_of_all()));
    return kProblems;
  }
  fmt::print("{}", text);
  return kClean;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("explain", "Say what the documents say of a rule, instruction or region");
  const auto options = std::make_shared<ExplainOptions>();
  command->add_option("WHAT", options->what, "A rule, a remark of exec, a mnemonic, or a register region")->required();
  command->add_option("--gen", options->gen, "Generation by which a region is read")
      ->check(CLI::IsMember({"gen6", "gen9"}))
      ->capture_default_str();
  command->add_option("--lanes", options->lanes, "Lanes of a region: 1, 2, 4, 8, 16 or 32")
      ->type_name("N")
      ->check(CLI::IsMember(std::vector<unsigned>{1, 2, 4, 8, 16, kMostLanes}).description({}))
      ->capture_default_str();
  command->footer(kExplainExamples);
  command->callback([options, &exit_code] { exit_code = explain_it(*options); });
}

}  // namespace eugene::cli
