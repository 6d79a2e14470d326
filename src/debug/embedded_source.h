// Which file of the user's the source of a kernel is, or is a part of, as a text in a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug {

// How many lines of the file are before the first of the source; negative: the file is itself a part of the source,
// behind so many lines. Nothing: neither is in the other.
std::optional<std::int64_t> lines_before(std::string_view file, std::string_view source);
// The same of the file of that name; nothing, too, if it cannot be read.
std::optional<std::int64_t> lines_before_in(const std::string& path, std::string_view source);
// The same, where a file of kernels may also have become the source by replacements in its lines, as of templates.
std::optional<std::int64_t> lines_before_like(const std::string& path, std::string_view source);

// Whether a file of the compiler's is the one that `name` is, or ends with as "inc/part.h" does with "part.h".
bool is_file(const std::string& file, const std::string& name);

}  // namespace eugene::debug
