// The facts of a dispatch that the check for races needs.
#pragma once

#include "checks/race.h"
#include "gpu/schedule/observation.h"

namespace eugene::gpu {

// Returns the facts, except facts that only the program's own calls show: its buffers, and whether it uses sub-group
// functions.
checks::RaceFacts race_facts(const ObservedDispatch& dispatch);

}  // namespace eugene::gpu
