// Writes files with all of their contents or not at all. A full disk and a limit on the size of files (RLIMIT_FSIZE)
// are ordinary errors.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene {

// Writes `text` to a file, which is created or replaced, and removed if not all of `text` can be written. The error
// says why.
Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text);

}  // namespace eugene
