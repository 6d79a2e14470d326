// Finds the shared libraries that belong to Eugene.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.h"

namespace eugene {

// Returns the absolute path of the library with this file name, which is next to the program or library that contains
// this function, or where `make install` puts it. Fails if the library is not there, or if it may be another user's
// (base/trusted_file.h): the library would be executed with the rights of whoever starts Eugene.
Result<std::filesystem::path> own_library(const std::string& name);
// The same; empty if it fails.
std::filesystem::path find_own_library(const std::string& name);

// Why the library of this file name that lies beside `other` is not to be loaded; empty: it may be.
std::string distrust_of_neighbour(const std::filesystem::path& other, const std::string& name);

}  // namespace eugene
