// Recognises files that are passed to a command by mistake: pictures, archives, programs of the host. A format is
// recognised by its first bytes. Otherwise a picture would be read as machine code, and each of its instructions
// reported.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene::cli {

// Returns the kind of the file for people, such as "a PNG picture"; empty if unknown.
std::string foreign_kind(std::span<const std::byte> bytes);

// Returns an error that replaces `problems`, the problems of reading `bytes` as machine code, if the file has a known
// format. Returns nothing if the format is unknown, or if there are no problems: machine code may begin with any bytes.
std::optional<Diagnostic> foreign_file(std::span<const std::byte> bytes, std::string_view file,
                                       const Diagnostics& problems);

}  // namespace eugene::cli
