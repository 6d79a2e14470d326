// Removes directories that a killed `eugene` of this user has left.
#pragma once

#include <filesystem>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

// Marks a new directory as in use, as long as the result is open.
serve::FileDescriptor hold_directory(const std::filesystem::path& directory);

// Removes a directory that was held. Processes may still be writing to it.
void remove_held_directory(const std::filesystem::path& directory);

// Removes the directories in `parent` that were held and are not held any more. Their names begin with `prefix`.
void remove_stale_directories(const std::filesystem::path& parent, const std::string& prefix);

}  // namespace eugene::cli
