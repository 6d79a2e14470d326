// Finds the shared libraries that belong to Eugene.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.h"

namespace eugene {

// Returns the absolute path of the library with this file name. The library is next to the program or library that
// contains this function, or where `make install` puts it. Fails if the library is not there, or if another user may
// have changed it (base/trusted_file.h): its code would run with the rights of Eugene's user.
Result<std::filesystem::path> own_library(const std::string& name);
// Does the same; returns an empty path on failure.
std::filesystem::path find_own_library(const std::string& name);

// Returns why the library `name` beside `other` must not be loaded; empty if it may be.
std::string distrust_of_neighbour(const std::filesystem::path& other, const std::string& name);

}  // namespace eugene
