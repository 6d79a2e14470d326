// Finds the user's file that is a kernel's source, or that contains the source as a text in a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug {

// Returns how many lines of the file come before the source's first line. The result is negative if the file is itself
// a part of the source, after that many lines. Returns nothing if neither contains the other.
std::optional<std::int64_t> lines_before(std::string_view file, std::string_view source);
// Does the same with the file at `path`. Returns nothing also if the file cannot be read.
std::optional<std::int64_t> lines_before_in(const std::string& path, std::string_view source);
// Does the same, but also accepts a file of kernels that became the source by replacements within its lines, such as by
// a template engine.
std::optional<std::int64_t> lines_before_like(const std::string& path, std::string_view source);

// Whether `file`, a name from the compiler, means the file `name`: is equal to it, or ends with it as "inc/part.h" ends
// with "part.h".
bool is_file(const std::string& file, const std::string& name);

}  // namespace eugene::debug
