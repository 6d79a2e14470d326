// The shared libraries that belong to Eugene.
#pragma once

#include <filesystem>
#include <string>

namespace eugene {

// The library of this file name beside the program or library that this function is linked into, or where `make
// install` puts it; empty if it is not there.
std::filesystem::path find_own_library(const std::string& name);

}  // namespace eugene
