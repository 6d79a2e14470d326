// The elements of registers that belong to channels: those that an instruction reads or writes for each of its channels
// alone. For example, channel 3 of `add (8) r4:f r5:f r6:f` only reads the fourth dwords of r5 and r6.
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
  RegisterUse::Bytes shared;         // everything else: one channel may read what belongs to another
};

// Returns the elements that `op` may read.
ReadElements read_elements(const isa::Program& program, const PreparedOp& op);
// Returns the elements that `op` certainly writes for each enabled channel: without gaps, and without a predicate.
std::vector<ChannelElements> written_elements(const isa::Program& program, const PreparedOp& op);

}  // namespace eugene::eu
