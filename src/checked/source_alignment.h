// What the source of a kernel tells of the alignment of its accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source_lines.h"
#include "isa/program.h"

namespace eugene::checked {

// checks::LaunchMemory::alignments.
std::vector<std::uint32_t> alignments_of(const isa::Program& program, const SourceLines& lines);

}  // namespace eugene::checked
