// Reads files that the user names, and reports errors in them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/text_lines.h"

namespace eugene::cli {

// The whole of file `path`; "-" is standard input.
Result<std::vector<std::byte>> read_input(const std::string& path);

// The same, and an error if the file is empty: there is no program in it.
Result<std::vector<std::byte>> read_program(const std::string& path);

// The same bytes as characters.
inline std::string_view as_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Whether `bytes` are text: no zero bytes and the like.
bool is_text(std::string_view bytes);

// Whether messages on standard error are coloured: on a terminal that can (TERM is not `dumb`), unless the user has set
// NO_COLOR (no-color.org).
bool is_coloured();

// `diagnostic` on standard error, in colour on a terminal; `source` is the text it is about, if it is text.
void report(const Diagnostic& diagnostic, std::string_view source = {});
// The same, of one of many about a text.
void report(const Diagnostic& diagnostic, const TextLines& source);

}  // namespace eugene::cli
