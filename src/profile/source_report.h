// A profile by source lines, for kernels that were compiled with debug data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/source_lines.h"
#include "profile/counts.h"

namespace eugene::profile {

// Looks up the text of a line; empty if it is not available.
using SourceText = std::function<std::string(const SourceLines& lines, const SourceLine& line)>;

struct LineReport {
  SourceLine source;  // column 0: the whole line
  std::string text;
  InstructionCounts counts;      // sum over the line's instructions
  std::size_t instructions = 0;  // number of instructions
  std::size_t first = 0;         // index of the line's first instruction
};

// Returns reports of the lines that the instructions at `offsets` come from, sorted by file and line.
std::vector<LineReport> make_line_reports(const KernelCounts& kernel, const std::vector<std::uint32_t>& offsets,
                                          const SourceText& text);

}  // namespace eugene::profile
