#include "exec_rules.h"

#include <utility>

#include "check_code.h"
#include "check_input.h"
#include "script/session.h"

namespace eugene::cli {

namespace {

// Keeps only the units that are run.
void keep_run(std::vector<CheckUnit>& units, std::string_view kernel) {
  std::vector<CheckUnit> run;
  for (CheckUnit& unit : units) {
    const bool is_first = run.empty() || run.back().case_name != unit.case_name;
    if (kernel.empty() ? is_first : unit.name == kernel) run.push_back(std::move(unit));
  }
  units = std::move(run);
}

}  // namespace

std::vector<PlacedDiagnostic> broken_rules(const script::Script& script, std::span<const std::byte> bytes, bool hex,
                                           std::string_view kernel, const isa::Machine& machine) {
  if (script.is_visa) return {};
  CheckInput input = read_check_input(bytes, script.file,
                                      {.gen = machine.gen, .machine = &machine, .dialect = script.dialect, .hex = hex});
  input.problems.clear();  // the assembler reports these problems
  keep_run(input.units, kernel);
  for (CheckUnit& unit : input.units) unit.may_run_out = true;
  return check_code(input, script.file, {}).findings;
}

void add_broken_rules(const std::vector<PlacedDiagnostic>& broken, const script::Case& one,
                      script::CaseResult& result) {
  for (const PlacedDiagnostic& each : broken) {
    if (each.case_name != one.name) continue;
    const bool is_error = each.diagnostic.severity == Severity::error;
    (is_error ? result.problems : result.warnings).push_back(each.diagnostic);
  }
}

}  // namespace eugene::cli
