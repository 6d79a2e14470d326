// The exits of a kernel's code. All lead to one block, which completes the Thread and returns the reason. Reason and
// counts are PHIs in that block; registers and ip are stored on the way to it.
#pragma once

#include "eu/interpreter.h"
#include "jit/pass/live_cells.h"
#include "jit/recording.h"

namespace eugene::jit {

// Creates recording.exit.
void record_exit(Recording& r);

// Returns the registers that may be read after the code has returned `why` with the thread's ip at `op`. Null: ip can
// be anywhere.
ReadAfter read_after(const Recording& r, std::uint32_t why, const eu::PreparedOp* op);

// Ends the block: the code returns `why`, with the Thread's ip at `op`. Null: ip is already right.
void leave(Recording& r, std::uint32_t why, const eu::PreparedOp* op);
// Leaves the code on a side path if `condition` is true. Recording continues on the main path.
void leave_if(Recording& r, llvm::Value* condition, std::uint32_t why, const eu::PreparedOp* op);

inline void leave(Recording& r, eu::Stop stop, const eu::PreparedOp& op) {
  leave(r, static_cast<std::uint32_t>(stop), &op);
}
inline void leave_if(Recording& r, llvm::Value* condition, eu::Stop stop, const eu::PreparedOp& op) {
  leave_if(r, condition, static_cast<std::uint32_t>(stop), &op);
}

}  // namespace eugene::jit
