// The facts of a dispatch that the check for races needs.
#pragma once

#include "check/dispatch_facts.h"
#include "check/race/race.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

// Returns the facts, except facts that only the program's own calls show: its buffers, and whether it uses sub-group
// functions.
RaceFacts race_facts(const gpu::ObservedDispatch& dispatch);
// Returns all facts of a launch or a compute shader.
RaceFacts race_facts(const DispatchFacts& facts);

}  // namespace eugene::check
