// Leaves the programs that a process has built as files in the run's directory. The GPU sees only the code of kernels,
// so reports and statistics take names, lines and arguments from these files.
#pragma once

#include <span>
#include <string_view>

namespace eugene::inside {

// Writes the files of a program. `source` is the text that the binary was made of, or empty. `api` is a word for the
// files' names that no other layer in the process uses. `shift` is subtracted from the compiler's number of the program
// (binary::ProgramFiles). If the files cannot be written, prints an error once.
void leave_program(std::string_view api, std::span<const unsigned char> binary, std::string_view source,
                   unsigned shift = 0);

}  // namespace eugene::inside
