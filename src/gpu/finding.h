// Reports as findings of a checked run.
#pragma once

#include <cstdint>
#include <optional>

#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/report.h"

namespace eugene::gpu {

// The kind that the id begins with.
CheckKind kind_of(const findings::Finding& finding);

// `launch`: number of the dispatch. Nothing if the report is about no mistake that --check looks for, such as a time
// limit or commands that cannot be executed.
std::optional<findings::Finding> finding_of(const Report& report, std::uint64_t launch);

}  // namespace eugene::gpu
