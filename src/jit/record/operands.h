// Records sources and destinations of ALU instructions, from the operand plans of eu/prepare.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Returns source `index` of `op` as lanes of its execution type, with modifiers applied. Null if the interpreter must
// handle this source.
llvm::Value* load_source(Recording& r, const eu::PreparedOp& op, unsigned index);

// Whether store_result() can write the destination of `op`.
bool is_destination_recorded(const Recording& r, const eu::PreparedOp& op);

// Writes to the destination of `op`, for `channels`: elements of its type, or i64 lanes if it is an accumulator.
void store_result(Recording& r, const eu::PreparedOp& op, llvm::Value* elements, llvm::Value* channels);

}  // namespace eugene::jit
