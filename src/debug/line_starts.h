// Where a breakpoint at a line stops.
//
// A compiler that optimises takes a line apart: its instructions lie between those of other lines. A channel that
// executes the line once passes all of these parts, and is to stop once. So of parts of which one is executed before
// each execution of the others only one is a stop.
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

// Of the parts of a line, by the offsets at which they begin, those at which to stop.
std::set<std::uint32_t> line_starts(const std::set<std::uint32_t>& parts, const LineCode& code);

}  // namespace eugene::debug
