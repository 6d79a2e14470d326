// The report of `eugene exec` on a case that has run: as text, and as JSON.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "script/script.h"
#include "script/session.h"

namespace eugene::cli {

// The failures and remarks, on standard error; then what the case prints, on `printed_to`. `remarks`: how many there
// have been so far; only the first of them are said.
void report_case(const script::Script& script, const script::Case& one, const script::CaseResult& result,
                 std::FILE* printed_to, std::size_t& remarks);
// After all cases: how many more there were, and how to be told or not.
void end_remarks(std::size_t remarks);

nlohmann::json case_to_json(const script::Script& script, const script::Case& one, const script::CaseResult& result);

}  // namespace eugene::cli
