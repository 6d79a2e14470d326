// Writes a file completely or not at all. A full disk and a limit on the size of files (RLIMIT_FSIZE) are ordinary
// errors.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene {

// Writes `text` to a file, creating or replacing it. If that fails, removes the file; the error says why.
Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text);

}  // namespace eugene
