// Converts reports to findings of a checked run.
#pragma once

#include <cstdint>
#include <optional>

#include "check/finding/finding.h"
#include "gpu/report.h"

namespace eugene::check {

// Returns nothing if the report is not about an error that --check looks for, for example a time limit or commands that
// cannot be executed. `launch` is the number of the dispatch.
std::optional<Finding> make_finding(const gpu::Report& report, std::uint64_t launch);

}  // namespace eugene::check
