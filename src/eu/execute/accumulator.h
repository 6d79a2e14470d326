// The accumulators, which keep integers with guard bits: SNB PRM vol4 part2 5.3.4.5 "Accumulator Registers" and BXT PRM
// vol6 of the same name.
#pragma once

#include "eu/execute/execution_state.h"

namespace eugene::eu {

// Integers of a source, guard bits included, as i64 lanes.
void load_accumulator(std::byte* lanes, const Thread& thread, const SourcePlan& plan);

// A result into the accumulator that is its explicit destination: `lanes` as computed, `elements` of the destination's
// type. Integers that were computed in 64 bits and not saturated keep the bits above their type.
void write_accumulator(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                       const ActiveLanes& work);

// Writes the result to the accumulator beside the destination ({AccWrEn}), converted (5.3.9) unless cr0.0 disables
// that.
void accumulate(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const std::byte* elements,
                const ActiveLanes& work);

// Writes the second result of mach, addc and subb to the accumulator. `lanes` are i64.
void accumulate_second(ExecutionState& state, const PreparedOp& op, const std::byte* lanes, const ActiveLanes& work);

}  // namespace eugene::eu
