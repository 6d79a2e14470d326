// Finds the rules of a machine that native code breaks, for `eugene exec --check --gpu`.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "check_report.h"
#include "isa/machine.h"

namespace eugene::script {
struct Script;
struct Case;
struct CaseResult;
}  // namespace eugene::script

namespace eugene::cli {

// Returns the findings in `bytes`, which `script` was read from: for the kernels named `kernel`, or for the first
// kernel of each case if `kernel` is empty. Returns none for vISA, whose rules are always checked.
std::vector<PlacedDiagnostic> broken_rules(const script::Script& script, std::span<const std::byte> bytes, bool hex,
                                           std::string_view kernel, const isa::Machine& machine);

// Adds the findings of case `one` to `result`: errors to the problems, the others to the warnings.
void add_broken_rules(const std::vector<PlacedDiagnostic>& broken, const script::Case& one, script::CaseResult& result);

}  // namespace eugene::cli
