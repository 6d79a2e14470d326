// Sources and destinations of ALU instructions: the operand plans of eu/prepare, recorded.
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

// Source `index` of `op` as lanes of its execution type, modified; null where the JIT leaves such a source to the
// interpreter.
llvm::Value* load_source(Recording& r, const eu::PreparedOp& op, unsigned index);

// Is the destination one that store_result() can write, and can store_accumulator() write what `op` leaves there?
bool is_destination_recorded(const eu::PreparedOp& op);
bool is_accumulator_recorded(unsigned first, unsigned count, unsigned element_bytes);

// To the destination of `op`, in `channels`: `elements` in its type, or to an accumulator `lanes`, which are i64.
void store_result(Recording& r, const eu::PreparedOp& op, llvm::Value* elements, llvm::Value* lanes,
                  llvm::Value* channels);
// i64 lanes to the dword accumulator channels from `first` on.
void store_accumulator(Recording& r, unsigned first, llvm::Value* lanes, llvm::Value* channels);

}  // namespace eugene::jit
