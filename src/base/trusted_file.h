// Checks that no other user can have changed a file before its code is executed.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace eugene {

// Returns why another user may have created or changed the file, for example "PATH may be written by everybody".
// Returns an empty text if only root, this process's user and `owner` can have. Checks the file and its directory.
std::string explain_distrust(const std::filesystem::path& file, uid_t owner);

// Returns why another user may replace files in the directory, which must be an absolute path without links. Returns an
// empty text if only root and this process's user can. Checks all parent directories too. Where user IDs are mapped, as
// in a container, root is the owner of the root directory.
std::string distrust_of_directory(const std::filesystem::path& directory);

}  // namespace eugene
