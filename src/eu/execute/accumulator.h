// The accumulators, which hold integers with guard bits: SNB PRM vol4 part2 5.3.4.5 and BXT PRM vol6, both "Accumulator
// Registers".
#pragma once

#include "eu/execute/execution_state.h"

namespace eugene::eu {

// Loads a source's integers, with guard bits, as i64 lanes.
void load_accumulator(std::byte* lanes, const Thread& thread, const SourcePlan& plan);

// Writes a result whose explicit destination is the accumulator. `lanes` are the computed lanes, `elements` have the
// destination's type. Integers that were computed in 64 bits and not saturated keep the bits above their type.
void write_accumulator(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                       const ActiveLanes& work);

// Writes the result also to the accumulator ({AccWrEn}), converted (5.3.9), unless cr0.0 disables this.
void accumulate(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                const ActiveLanes& work);

// Writes the second result of mach, addc and subb to the accumulator. `lanes` are i64.
void accumulate_second(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const ActiveLanes& work);

}  // namespace eugene::eu
