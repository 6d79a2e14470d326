// A profile by lines of the source, where a kernel was compiled with debug data.
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
  SourceLine source;  // column 0: all of the line
  std::string text;
  InstructionCounts counts;      // of all its instructions
  std::size_t instructions = 0;  // how many it has
  std::size_t first = 0;         // the number of one
};

// Of the lines that the instructions at `offsets` come from, in the order of files and lines.
std::vector<LineReport> lines_of(const KernelCounts& kernel, const std::vector<std::uint32_t>& offsets,
                                 const SourceText& text);

}  // namespace eugene::profile
