// Findings as SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0), with everything that GitHub's code scanning shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/finding/fidelity.h"
#include "check/finding/finding.h"

namespace eugene::check {

struct SarifRun {
  std::string_view version;  // Eugene's version
  std::string program;       // file at which findings without a source line are shown
};
std::string to_sarif(const std::vector<Finding>& findings, const std::vector<Finding>& suppressed,
                     const std::vector<KernelFidelity>& fidelity, const SarifRun& run);

}  // namespace eugene::check
