// Converts reports to findings of a checked run.
#pragma once

#include <cstdint>
#include <optional>

#include "check/finding/finding.h"
#include "gpu/report.h"

namespace eugene::check {

// Returns the fault as a finding. Its id is "fault" if --check does not look for such faults, for example a time limit.
// `launch` is the number of the dispatch.
Finding describe(const gpu::KernelFault& fault, std::uint64_t launch);

// Returns nothing if the report is not about an error that --check looks for, for example commands that cannot be
// executed.
std::optional<Finding> make_finding(const gpu::Report& report, std::uint64_t launch);

}  // namespace eugene::check
