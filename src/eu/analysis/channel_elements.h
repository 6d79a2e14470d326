// Finds the register elements that an instruction reads or writes channel by channel. Example: in
// `add (8) r4:f r5:f r6:f`, channel 3 reads only the fourth dwords of r5 and r6.
#pragma once

#include <vector>

#include "eu/analysis/defined_cells.h"
#include "eu/analysis/register_use.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// Elements of several channels in one cell.
struct ChannelElements {
  unsigned cell = 0;
  ChannelLayout layout;
  bool operator==(const ChannelElements&) const = default;
};

struct ReadElements {
  std::vector<ChannelElements> own;  // each enabled channel reads its own elements
  RegisterUse::Bytes shared;         // all other bytes: a channel may read another channel's element
};

// Returns the elements that `op` may read.
ReadElements read_elements(const isa::Program& program, const PreparedOp& op);
// Returns the elements that every enabled channel of `op` certainly writes. Leaves out elements with gaps between them.
std::vector<ChannelElements> written_elements(const isa::Program& program, const PreparedOp& op);

}  // namespace eugene::eu
