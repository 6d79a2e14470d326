// The name of a kernel's source file, for people.
#pragma once

#include <string>
#include <string_view>

#include "base/source_lines.h"

namespace eugene::binary {

// `path`: as debug data has it. Intel's compiler gives a source without a file the number of its program as a name, in
// the directory where the process runs: that becomes "program 3".
std::string source_name(const char* path);
// Lowers these numbers.
void lower_numbers(SourceLines& lines, unsigned by);
// Returns whether source_name() has made `name` of a number.
bool is_program_name(std::string_view name);

}  // namespace eugene::binary
