// Converts reports to findings of a checked run.
#pragma once

#include <cstdint>
#include <optional>

#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/report.h"

namespace eugene::gpu {

// The kind of a finding: the part of its ID before the dot.
CheckKind kind_of(const findings::Finding& finding);

// Returns nothing if the report is not about an error that --check looks for, for example a time limit or commands that
// cannot be executed. `launch` is the number of the dispatch.
std::optional<findings::Finding> finding_of(const Report& report, std::uint64_t launch);

}  // namespace eugene::gpu
