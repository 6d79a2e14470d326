// The programs that a process has built, as files in the run's directory. The GPU sees only the code of kernels:
// reports and statistics find their names, lines and arguments in these files.
#pragma once

#include <span>
#include <string_view>

namespace eugene::i915 {

// `source` is the text that the binary was made of, or empty. `api` is a word that no other layer in the process has,
// for the files' names. `shift` is how much
// lower the number is by which the program is known than the compiler's (load::ProgramFiles). Says once that the files
// cannot be written.
void leave_program(std::string_view api, std::span<const unsigned char> binary, std::string_view source,
                   unsigned shift = 0);

}  // namespace eugene::i915
