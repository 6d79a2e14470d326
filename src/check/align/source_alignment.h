// The alignment of a kernel's accesses, as far as its source shows it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "isa/program.h"

namespace eugene::check {

// Returns LaunchMemory::alignments. `variables`: the kernel's variables. Compilers access packed structures too
// by messages that need aligned addresses, so if there are any, only casts of pointers count.
std::vector<std::uint32_t> find_alignments(const isa::Program& program, const SourceLines& lines,
                                           const SourceVariables& variables);

}  // namespace eugene::check
