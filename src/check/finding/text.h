// Findings as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/finding/collection.h"
#include "check/finding/finding.h"

namespace eugene::check {

// Returns "global id (1,0,0)", or the group and index or thread if the global id is unknown.
std::string item_text(const WorkItem& item);

// At most nine lines; ends with a newline.
std::string format(const Finding& finding);

struct Summary {
  std::uint64_t kernels = 0;  // number of kernels that have run
  int exit_status = 0;
};
// Returns a line for each suppression that has matched nothing, then the summary in one line.
std::string format(const Collection& all, const Summary& summary);

}  // namespace eugene::check
