// Whether a file whose code is to be executed is as its owner left it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace eugene {

// Why another user may have put or changed the file, as "PATH may be written by everybody"; empty: nobody has but root,
// this process's user and `owner`. The file itself counts, and the directory that it is in.
std::string distrust_of(const std::filesystem::path& file, uid_t owner);

// Why another user may replace what is put into the directory, which is an absolute path without links; empty: nobody
// can but root and this process's user. All directories above count too. Where users are mapped, as in a container,
// root is whoever has the root directory.
std::string distrust_of_directory(const std::filesystem::path& directory);

}  // namespace eugene
