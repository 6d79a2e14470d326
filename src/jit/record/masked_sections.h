// Masked sections: instructions of a loop that the full version executes with masks. When channels part in a closed
// loop, the full version would leave for the partial version until the loop ends (record_versions.h). If the channels
// come together again after a few instructions, the full version has these instructions a second time, with masks, and
// continues without masks afterwards. The thread then stays in the full version: in most loops, some branch over a few
// instructions parts the channels in nearly every iteration.
#pragma once

#include <cstdint>
#include <optional>

#include "jit/record/kernel_plan.h"

namespace eugene::jit {

// Returns the end of the masked section after `branch`, at which some channels jump ahead: the first instruction where
// no channel waits. Returns nothing if the loop has no such instruction, or if the section is too long.
std::optional<std::uint32_t> masked_section_end(const KernelPlan& plan, const eu::PreparedOp& branch);

}  // namespace eugene::jit
