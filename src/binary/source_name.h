// The name of a kernel's source file, for people.
#pragma once

#include <string>
#include <string_view>

#include "base/source_lines.h"

namespace eugene::binary {

// Returns the name for a path in debug data. Intel's compiler names a source without a file by its program's number, in
// the process's current directory. Such a path becomes "program 3".
std::string source_name(const char* path);
// Subtracts `by` from the numbers in such names.
void lower_numbers(SourceLines& lines, unsigned by);
// Whether source_name() has made `name` from a program's number.
bool is_program_name(std::string_view name);

}  // namespace eugene::binary
