// Directories that an `eugene` of this user has left because it was killed.
#pragma once

#include <filesystem>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

// Marks a directory that has just been made as in use as long as the result is open.
serve::FileDescriptor hold_directory(const std::filesystem::path& directory);

// Removes a directory that has been held, which processes may still be writing to.
void remove_held_directory(const std::filesystem::path& directory);

// Removes those directories in `parent` that were held and are no longer. `prefix`: how their names begin.
void remove_stale_directories(const std::filesystem::path& parent, const std::string& prefix);

}  // namespace eugene::cli
