// Records accesses to integers in accumulators, as eu/execute/accumulator.h executes them: lanes are i64.
#pragma once

#include "eu/accumulator_channels.h"
#include "jit/recording.h"

namespace eugene::jit {

// Whether load_accumulator() and store_accumulator() can access `count` channels. Accumulators of the math macros are
// left to the interpreter.
bool is_accumulator_recorded(const Recording& r, const eu::AccumulatorChannels& channels, unsigned count);

llvm::Value* load_accumulator(Recording& r, const eu::AccumulatorChannels& channels, unsigned count);

// Writes i64 lanes, for `enabled` channels.
void store_accumulator(Recording& r, const eu::AccumulatorChannels& channels, llvm::Value* lanes, llvm::Value* enabled);

}  // namespace eugene::jit
