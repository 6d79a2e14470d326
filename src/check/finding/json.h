// Findings as JSON, which tools and `eugene run` itself read (docs/user/checking-in-ci.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/finding/fidelity.h"
#include "check/finding/finding.h"

namespace eugene::check {

inline constexpr int kSchema = 1;  // version of the JSON's format: a change that breaks readers increments it

nlohmann::json to_json(const Finding& finding);
// Suppressed findings have a list of their own, so tools that only want errors can ignore it. `fidelity` is written if
// it was counted.
std::string to_json(const std::vector<Finding>& findings, const std::vector<Finding>& suppressed,
                    const std::vector<KernelFidelity>& fidelity);
// Returns the findings of both lists, the suppressed ones last.
Result<std::vector<Finding>> from_json(std::string_view text);
Result<std::vector<KernelFidelity>> fidelity_from_json(std::string_view text);

}  // namespace eugene::check
