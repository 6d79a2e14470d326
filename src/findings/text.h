// Findings as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/collection.h"
#include "findings/finding.h"

namespace eugene::findings {

// "global id (1,0,0)", or what else is known of it.
std::string item_text(const WorkItem& item);

// At most nine lines; ends with a newline.
std::string format(const Finding& finding);

struct Summary {
  std::uint64_t kernels = 0;  // that have run
  int exit_status = 0;
};
// A line for each suppression that was of no use, then the summary, in one line.
std::string format(const Collection& all, const Summary& summary);

}  // namespace eugene::findings
