// What the source of a kernel tells of the alignment of its accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "isa/program.h"

namespace eugene::checked {

// checks::LaunchMemory::alignments. `variables`: those of the kernel. Compilers access packed structures by messages
// whose addresses have to be aligned, too, so if there are any, only casts of pointers count.
std::vector<std::uint32_t> alignments_of(const isa::Program& program, const SourceLines& lines,
                                         const SourceVariables& variables);

}  // namespace eugene::checked
