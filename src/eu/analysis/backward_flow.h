// A backward data flow over the instructions of a program.
#pragma once

#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

inline bool flows(const PreparedOp& op) { return op.action == Action::branch || op.action == Action::jump; }

// For each instruction: the members that it reads, and the members that it always overwrites.
struct ReadAndKilled {
  ReadAndKilled(std::size_t instructions, unsigned size) : read(instructions, Cells(size)), killed(read) {}
  std::vector<Cells> read;
  std::vector<Cells> killed;
};

// Returns the members live after `op`. `before`: the members live before each instruction.
Cells live_after(const std::vector<Cells>& before, const PreparedOp& op);

// Returns the members live before each instruction: some path from there reads them before an instruction overwrites
// them. The last set is for the end of the program.
std::vector<Cells> flow_back(const PreparedProgram& prepared, const ReadAndKilled& effects, unsigned size);

}  // namespace eugene::eu
