// Finds the instructions that a breakpoint at a line stops.
//
// An optimising compiler splits a line: its instructions lie between the instructions of other lines. A channel that
// executes the line once passes all these parts, but must stop only once. So a part is not a stop if another part of
// the line is executed before each execution of this part.
#pragma once

#include <cstdint>
#include <set>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "debug/code_flow.h"
#include "isa/program.h"

namespace eugene::debug {

struct LineCode {
  const SourceVariables& all;
  const SourceLines& lines;
  const isa::Program& program;
  const CodeFlow& flow;
};

// Returns the parts of a line that a breakpoint stops. `parts` and the result are the offsets at which the parts begin.
std::set<std::uint32_t> line_starts(const std::set<std::uint32_t>& parts, const LineCode& code);

}  // namespace eugene::debug
