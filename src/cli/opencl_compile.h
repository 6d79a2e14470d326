// OpenCL sources by Intel's offline compiler, ocloc, where it is installed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::cli {

// The device binary of the source `file` for the GPU of that name, with names of arguments and lines of the source.
// `options`: as clBuildProgram() takes them. What the compiler says about a wrong source is in the diagnostic.
Result<std::vector<std::byte>> compile_opencl(const std::string& file, const std::string& gpu,
                                              const std::string& options);

}  // namespace eugene::cli
