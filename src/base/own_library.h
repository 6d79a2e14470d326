// Finds the shared libraries that belong to Eugene.
#pragma once

#include <filesystem>
#include <string>

namespace eugene {

// Returns the library with this file name, which is next to the program or library that contains this function, or
// where `make install` puts it. Empty if it is not there.
std::filesystem::path find_own_library(const std::string& name);

}  // namespace eugene
