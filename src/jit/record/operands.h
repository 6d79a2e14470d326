// Records sources and destinations of ALU instructions, from the operand plans of eu/prepare.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Returns source `index` of `op` as lanes of its execution type, with modifiers applied. Null if the interpreter must
// handle this source.
llvm::Value* load_source(Recording& r, const eu::PreparedOp& op, unsigned index);

// Whether store_result() can write the destination, and store_accumulator() the accumulator result, of `op`.
bool is_destination_recorded(const Recording& r, const eu::PreparedOp& op);
bool is_accumulator_recorded(unsigned first, unsigned count, unsigned element_bytes);

// Writes to the destination of `op`, for `channels`: `elements` in its type or, to an accumulator, `lanes`, which are
// i64.
void store_result(Recording& r, const eu::PreparedOp& op, llvm::Value* elements, llvm::Value* lanes,
                  llvm::Value* channels);
// Writes i64 lanes to the dword accumulator channels from `first` on.
void store_accumulator(Recording& r, unsigned first, llvm::Value* lanes, llvm::Value* channels);

}  // namespace eugene::jit
