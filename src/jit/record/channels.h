// Channels as bits: predicates and execution masks, a bit a channel, as flag registers hold them or as vectors of
// conditions.
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

inline llvm::Value* running(Recording& r) {
  if (r.plan.is_alone()) return r.ir.getInt32(1);
  return r.ir.CreateLoad(r.ir.getInt32Ty(), r.variables.running);
}
inline void set_running(Recording& r, llvm::Value* channels) { r.ir.CreateStore(channels, r.variables.running); }

// Of `op`, from bit 0 on: where its predicate holds, which channels it may work on, and both.
llvm::Value* predicate(Recording& r, const eu::PreparedOp& op);
llvm::Value* execution_mask(Recording& r, const eu::PreparedOp& op);
llvm::Value* enabled(Recording& r, const eu::PreparedOp& op);

llvm::Value* rotate_right(Builder& ir, llvm::Value* bits, unsigned count);
// The low `count` bits as a vector of conditions; null if all are known to be set.
llvm::Value* channel_mask(Builder& ir, llvm::Value* bits, unsigned count);

// Are they known to be none?
bool is_none(llvm::Value* channels);

// The conditions `mask` to the flag register of `op`, in `channels`.
void write_flags(Recording& r, const eu::PreparedOp& op, llvm::Value* mask, llvm::Value* channels);

}  // namespace eugene::jit
