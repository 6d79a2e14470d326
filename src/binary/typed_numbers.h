// Converts numbers of OpenCL C and NumPy types from and to text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

// Returns the NumPy type of a scalar, vector or pointer type: "<f4" for "float", "float4" and "float*". Empty for
// structures and unknown types.
std::string numpy_type(std::string_view type);

// Parses "3", "2.0f", "0x10", or "1,2,3,4" for a vector, to a value of `bytes` bytes. Without a type (""), the text
// decides whether the numbers are floats. Fails if there are too many or too few numbers, or one is malformed or too
// large.
Result<std::vector<std::byte>> read_numbers(std::string_view text, std::string_view type_name, std::size_t bytes);

// Formats at most `limit` elements of a NumPy type, separated by blanks. If the type is unknown, formats bytes.
std::string elements_text(std::span<const std::byte> bytes, const std::string& type, std::size_t limit);

}  // namespace eugene::binary
