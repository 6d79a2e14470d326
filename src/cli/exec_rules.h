// The rules of a machine that native code breaks, for `eugene exec --check --gpu`.
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

// The findings in `bytes`, which `script` was read from, about the kernels named `kernel`, or if that is empty about
// the first of each case. None for vISA, whose rules are checked anyway.
std::vector<Finding> broken_rules(const script::Script& script, std::span<const std::byte> bytes, bool hex,
                                  std::string_view kernel, const isa::Machine& machine);

// Adds those of `one`: errors to its problems, the others to its warnings.
void add_broken_rules(const std::vector<Finding>& broken, const script::Case& one, script::CaseResult& result);

}  // namespace eugene::cli
