// Reports a case that `eugene exec` has run, as text or JSON.
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>

#include "script/script.h"
#include "script/session.h"

namespace eugene::cli {

// Prints failures and remarks to standard error, then the case's printed values to `printed_to`. `remarks` counts the
// remarks so far; only the first ones are printed.
void report_case(const script::Script& script, const script::Case& one, const script::CaseResult& result,
                 std::FILE* printed_to, std::size_t& remarks);
// Call after all cases. Prints how many remarks were left out, and which options change that.
void end_remarks(std::size_t remarks);

nlohmann::json case_to_json(const script::Script& script, const script::Case& one, const script::CaseResult& result);

}  // namespace eugene::cli
