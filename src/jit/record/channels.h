// Channels as bits: predicates and execution masks with a bit for each channel, as in flag registers, or as vectors of
// conditions.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

inline llvm::Value* running(Recording& r) {
  if (r.plan.is_alone()) return r.ir.getInt32(1);
  return r.ir.CreateLoad(r.ir.getInt32Ty(), r.variables.running);
}
inline void set_running(Recording& r, llvm::Value* channels) { r.ir.CreateStore(channels, r.variables.running); }

// Channels of `op`, from bit 0 on: those whose predicate holds, those in the execution mask, and those in both.
llvm::Value* predicate(Recording& r, const eu::PreparedOp& op);
llvm::Value* execution_mask(Recording& r, const eu::PreparedOp& op);
llvm::Value* enabled(Recording& r, const eu::PreparedOp& op);
// The enabled channels that the write mask of an instruction on lanes has.
llvm::Value* written_channels(Recording& r, const eu::PreparedOp& op);

llvm::Value* rotate_right(Builder& ir, llvm::Value* bits, unsigned count);
// Returns the low `count` bits as a vector of conditions; null if all are known to be set.
llvm::Value* channel_mask(Builder& ir, llvm::Value* bits, unsigned count);

// Whether `channels` is known to be empty.
bool is_none(llvm::Value* channels);

// Writes the conditions `mask` to the flag register of `op`, for `channels`.
void write_flags(Recording& r, const eu::PreparedOp& op, llvm::Value* mask, llvm::Value* channels);

}  // namespace eugene::jit
