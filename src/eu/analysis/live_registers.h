// Liveness: the registers that a thread may still read. Only the thread reads its registers while it runs, so compiled
// code leaves out stores to registers that are dead wherever it may suspend the thread. A backward data flow over the
// prepared instructions, as usual, with one twist: where channels have diverged, a write does not kill a register,
// since waiting channels keep the old value.
//
// But most old values of waiting channels are never read. Nearly all instructions read elements of their own channel
// only (channel_elements.h), and for such elements a channel's write kills that channel's old value. So a second data
// flow follows the channels: it says whether a channel that continues at an instruction may read its elements of a
// register before it writes them. A register is dead if neither the running channels nor those that may wait elsewhere
// read their elements of it, and no instruction reads elements of other channels. Without this, all temporaries of a
// loop stay alive between its iterations, because a channel that has left the loop might need them.
#pragma once

#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

class LiveRegisters {
 public:
  // `is_whole`: threads start with all channels that any instruction uses. `has_routine`: writing an architecture
  // register may lead to a system routine, which reads all registers.
  LiveRegisters(const isa::Program& program, const PreparedProgram& prepared, bool is_whole, bool has_routine = true);

  // Returns the live cells: those that a path from instruction `index` on reads before it overwrites them completely.
  const Cells& before(std::uint32_t index) const { return before_[index]; }
  // Returns the cells that are live at `op` or at any of its successors.
  Cells around(const PreparedOp& op) const { return before_[op.index] | after(op); }

 private:
  Cells after(const PreparedOp& op) const;

  std::vector<Cells> before_;  // indexed by instruction; the last one is past the end
};

}  // namespace eugene::eu
