// The programs that a process has built, as files in the run's directory: reports and statistics look there for names,
// lines and arguments of kernels, since the GPU sees only their code.
#pragma once

#include <span>
#include <string_view>

namespace eugene::i915 {

// `source`: the text that the binary was made of; empty: it is not known. `api`: a word in the files' names that no
// other layer in the process has. Says once if they cannot be written.
void leave_program(std::string_view api, std::span<const unsigned char> binary, std::string_view source);

}  // namespace eugene::i915
