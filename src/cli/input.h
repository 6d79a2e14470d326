// Reads files that the user names, and reports errors in them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/text_lines.h"
#include "base/whole_file.h"

namespace eugene::cli {

// Reads a file that contains a program. Fails if the file is empty.
Result<std::vector<std::byte>> read_program(const std::string& path);

// Returns the same bytes as characters.
inline std::string_view as_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Whether `bytes` are text: without control characters such as zero bytes.
bool is_text(std::string_view bytes);

// Whether messages on standard error are coloured: on a terminal that can (TERM is not `dumb`), unless the user has set
// NO_COLOR (no-color.org).
bool is_coloured();

// Prints `diagnostic` to standard error, coloured on a terminal. `source` is the text that the diagnostic is about, if
// any.
void report(const Diagnostic& diagnostic, std::string_view source = {});
// Does the same, for a text with many diagnostics.
void report(const Diagnostic& diagnostic, const TextLines& source);

}  // namespace eugene::cli
