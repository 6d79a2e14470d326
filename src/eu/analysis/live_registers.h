// Liveness: the registers that a thread may still read. Only the thread reads its registers while it runs, so compiled
// code leaves out stores to registers that are dead wherever it may suspend the thread. A backward data flow over the
// prepared instructions, as usual, with one twist: where channels have diverged, a write does not kill a register,
// since waiting channels keep the old value.
//
// Waiting channels rarely read their old values. In nearly all instructions, each channel reads its own elements
// (channel_elements.h). For such elements, a channel's write kills that channel's old value. So a second data flow
// follows the channels (live_elements.h). A register is dead if no instruction reads it across channels, and no
// channel, running or waiting, reads its own elements before it writes them. Without the second data flow, all
// temporaries of a loop would stay alive between its iterations, because a channel that has left the loop might need
// them.
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

  // Returns the cells that are live before instruction `index`.
  const Cells& before(std::uint32_t index) const { return before_[index]; }
  // Returns the cells that are live at `op` or at any of its successors.
  Cells around(const PreparedOp& op) const { return before_[op.index] | after(op); }

 private:
  Cells after(const PreparedOp& op) const;

  std::vector<Cells> before_;  // indexed by instruction; the last one is past the end
};

}  // namespace eugene::eu
