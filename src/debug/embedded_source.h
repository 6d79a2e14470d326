// Kernels whose source is a part of another file, as a text in a program.
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

}  // namespace eugene::debug
