// Liveness of the elements that belong to channels (channel_elements.h). A channel's write kills the old value of its
// own elements, whether other channels run or wait. So this data flow follows the path of each channel, where
// live_registers.h follows the path of the thread.
#pragma once

#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// Returns the cells whose contents matter at each instruction. An instruction may read them across channels; or a
// channel, running or waiting, may read its elements before it writes them. `killed`: the cells that each instruction
// certainly overwrites, for all channels. `is_open`: the instructions that may read all cells. Returns nothing if the
// program is too large, or has instructions that the analysis does not cover.
std::vector<Cells> cells_with_live_elements(const isa::Program& program, const PreparedProgram& prepared,
                                            const std::vector<Cells>& killed, const std::vector<bool>& is_open);

}  // namespace eugene::eu
