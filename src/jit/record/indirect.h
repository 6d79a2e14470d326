// Register-indirect operands in compiled code: loads and stores of the Thread, at places that are known only at run
// time. A check finds the places that the register file does not have; the thread then leaves the code, and the
// interpreter executes the instruction.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Whether load_indirect() has code for a source, and store_indirect() for the destination of `op`.
bool is_indirect_source_recorded(const Recording& r, const eu::PreparedOp& op, const eu::SourcePlan& plan);
bool is_indirect_destination_recorded(const Recording& r, const eu::PreparedOp& op);

// Returns the elements of an indirect source, integers of their size. Leaves the code if an element of `channels` does
// not exist, so call before the instruction changes anything.
llvm::Value* load_indirect(Recording& r, const eu::PreparedOp& op, const eu::SourcePlan& plan, llvm::Value* channels);

// Leaves the code if the enabled channels of `op` cannot all be written to its indirect destination. Call before the
// instruction changes anything.
void check_indirect_destination(Recording& r, const eu::PreparedOp& op);
// Writes `elements`, integers of their size, after check_indirect_destination(). `channels` are the written channels.
void store_indirect(Recording& r, const eu::PreparedOp& op, llvm::Value* elements, llvm::Value* channels);

}  // namespace eugene::jit
