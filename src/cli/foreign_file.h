// Files that are given to a command by mistake: pictures, archives, programs of the host. They are named by the bytes
// with which each begins. Otherwise a picture would be read as machine code, and each of its instructions reported.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene::cli {

// Names the kind of the file for people, as "a PNG picture"; empty if unknown.
std::string foreign_kind(std::span<const std::byte> bytes);

// The one error that replaces `problems`, those of reading `bytes` as machine code, if the file is of a known format.
// Empty if it is not, or if there are no problems: machine code may begin with any bytes.
std::optional<Diagnostic> foreign_file(std::span<const std::byte> bytes, std::string_view file,
                                       const Diagnostics& problems);

}  // namespace eugene::cli
