// Findings as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/collection.h"
#include "findings/finding.h"

namespace eugene::findings {

// At most nine lines; ends with a newline.
std::string format(const Finding& finding);

struct Summary {
  std::uint64_t kernels = 0;  // that have run
  int exit_status = 0;
};
// One line, and one for each suppression that was of no use.
std::string format(const Collection& all, const Summary& summary);

}  // namespace eugene::findings
