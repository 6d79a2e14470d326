// Liveness: which registers a thread may still read. Compiled code leaves out stores to registers that are dead
// wherever it may suspend the thread; nothing but the thread reads them while it runs. The usual backward data flow
// over the prepared instructions until nothing changes, with one twist: where channels have diverged a write does not
// kill, since channels that wait elsewhere keep the old value.
#pragma once

#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepare/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// By instruction: whether channels of a thread may wait elsewhere while others execute it.
std::vector<bool> divergent_instructions(const PreparedProgram& prepared);

class LiveRegisters {
 public:
  // `is_whole`: of threads that have at their start all channels that instructions work on. `has_routine`: writing an
  // architecture register may lead to a system routine, which reads all.
  LiveRegisters(const isa::Program& program, const PreparedProgram& prepared, bool is_whole, bool has_routine = true);

  // Live cells: read before they are completely overwritten, on some path that a thread can take from instruction
  // `index` on.
  const Cells& before(std::uint32_t index) const { return before_[index]; }
  // Live from `op` on, or from any of its successors on.
  Cells around(const PreparedOp& op) const { return before_[op.index] | after(op); }

 private:
  Cells after(const PreparedOp& op) const;

  std::vector<Cells> before_;  // by instruction; the last is past the end
};

}  // namespace eugene::eu
