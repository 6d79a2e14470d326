// Registers whose value a thread may still look at. Nobody else does while it is under way.
#pragma once

#include <bitset>
#include <vector>

#include "eu/prepare/decoded_op.h"
#include "isa/program.h"

namespace eugene::eu {

// A bit for each of the large registers, in the order of the Thread.
using Cells = std::bitset<kCellCount>;

class LiveRegisters {
 public:
  // `is_whole`: of threads that have at their start all channels that instructions work on.
  LiveRegisters(const isa::Program& program, const DecodedProgram& decoded, bool is_whole);

  // Those that are read, before they are written whole, on some way that a thread can take from instruction `index` on.
  const Cells& before(std::uint32_t index) const { return before_[index]; }
  // The same from `op` on, or from what may come next.
  Cells around(const DecodedOp& op) const { return before_[op.index] | behind(op); }

 private:
  Cells behind(const DecodedOp& op) const;

  std::vector<Cells> before_;  // by instruction; the last is past the end
};

}  // namespace eugene::eu
