// Records the accesses of a launch, to compare them with the accesses of launches that may run at the same time.
#pragma once

#include <memory>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/race/race.h"

namespace eugene::check {

// Returns the check that records the dispatch and compares it with others. `races` are the facts of the dispatch.
// Returns null if no other launch, and no action of the host, may come at the same time.
std::unique_ptr<DispatchCheck> recorded_launch(const DispatchFacts& facts, const RaceFacts& races,
                                               CheckedDispatch& dispatch);

}  // namespace eugene::check
