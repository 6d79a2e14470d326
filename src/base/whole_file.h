// Writes a file completely or not at all, and reads files that may be of any kind. A full disk and a limit on the size
// of files (RLIMIT_FSIZE) are ordinary errors. So is a pipe (FIFO) without another end: opening a pipe never waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene {

// Writes `text` to a file, creating or replacing the file. If that fails, removes the file; the error says why. A pipe
// or a device is not removed. A pipe must have a reader that takes some of the text every 30 seconds.
Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text);

// Returns the bytes of a file of any kind, or of standard input if the path is "-". Fails if there are more than
// `limit`. The error names the file.
Result<std::vector<std::byte>> read_whole_file(const std::string& path, std::uint64_t limit = std::uint64_t{4} << 30);

// Returns the contents of a regular file of at most `limit` bytes; nothing if the file is larger, of another kind, or
// cannot be read.
std::optional<std::string> read_regular_file(const std::filesystem::path& path,
                                             std::size_t limit = std::size_t{256} << 20);

}  // namespace eugene
