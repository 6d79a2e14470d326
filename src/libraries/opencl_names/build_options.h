// Options for the compiler of OpenCL.
#pragma once

#include <string>

namespace eugene::i915 {

// `options`, which may be null, and those by which the compiler keeps source lines and the names of arguments.
std::string with_lines(const char* options);

}  // namespace eugene::i915
