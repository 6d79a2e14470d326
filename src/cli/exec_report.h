// The report of `eugene exec` on a case that has run: as text, and as JSON.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "script/script.h"
#include "script/session.h"

namespace eugene::cli {

// The failures, on standard error; then what the case prints, on `printed_to`.
void report_case(const script::Script& script, const script::Case& one, const script::CaseResult& result,
                 std::FILE* printed_to);

nlohmann::json case_to_json(const script::Script& script, const script::Case& one, const script::CaseResult& result);

}  // namespace eugene::cli
