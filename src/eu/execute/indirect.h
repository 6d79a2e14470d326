// Operands that a0 addresses: SNB PRM vol4 part2 5.3.7.2 to 5.3.7.4.
#pragma once

#include "eu/execute/execution_state.h"

namespace eugene::eu {

// Loads the lanes of an indirect source into `buffer`. Only `channels` use their addresses; other lanes hold something
// arbitrary. Returns false after a fault.
bool fetch_indirect(ExecutionState& state, const PreparedOp& op, const SourcePlan& plan, LaneBuffer& buffer,
                    std::uint32_t channels);

// Stores the elements of the enabled channels.
void store_indirect(ExecutionState& state, const PreparedOp& op, const std::byte* elements, const ActiveLanes& work);

}  // namespace eugene::eu
