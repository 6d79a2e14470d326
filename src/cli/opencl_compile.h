// Compiles OpenCL sources with Intel's offline compiler, ocloc, if it is installed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::cli {

// Compiles the source `file` for the GPU named `gpu` to a device binary, with argument names and source lines.
// `options` are options of clBuildProgram(). On failure, the diagnostic contains the compiler's messages.
Result<std::vector<std::byte>> compile_opencl(const std::string& file, const std::string& gpu,
                                              const std::string& options);

}  // namespace eugene::cli
