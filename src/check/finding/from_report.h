// Converts reports to findings of a checked run.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "check/finding/finding.h"
#include "gpu/report.h"

namespace eugene::check {

// Id of a fault of no kind that --check looks for, for example of a time limit.
inline constexpr std::string_view kFaultId = "fault";

// `launch` is the number of the dispatch.
Finding describe(const gpu::KernelFault& fault, std::uint64_t launch);

// Returns nothing if the report is not about an error that --check looks for, for example commands that cannot be
// executed.
std::optional<Finding> make_finding(const gpu::Report& report, std::uint64_t launch);

}  // namespace eugene::check
