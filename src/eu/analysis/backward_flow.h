// A backward data flow over the instructions of a program.
#pragma once

#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

inline bool flows(const PreparedOp& op) { return op.action == Action::branch || op.action == Action::jump; }

// For each instruction, the members of a set that it reads, and those that it certainly overwrites.
struct ReadAndKilled {
  ReadAndKilled(std::size_t instructions, unsigned size) : read(instructions, Cells(size)), killed(read) {}
  std::vector<Cells> read;
  std::vector<Cells> killed;
};

// Returns what is live after `op`, from what is live before each instruction.
Cells live_after(const std::vector<Cells>& before, const PreparedOp& op);

// Returns, for each instruction, the members that a path from the instruction on reads before it overwrites them. The
// last set is the one past the end.
std::vector<Cells> flow_back(const PreparedProgram& prepared, const ReadAndKilled& effects, unsigned size);

}  // namespace eugene::eu
