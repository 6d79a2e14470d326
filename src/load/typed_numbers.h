// Numbers of the types of OpenCL C and NumPy, as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::load {

// "<f4" for "float", "float4" and "float*". Empty: it is a structure, or not known.
std::string numpy_type(std::string_view type);

// "3", "2.0f", "0x10", or "1,2,3,4" for a vector: a value of `bytes` bytes of that type. Without a type ("") the text
// says whether the numbers are floats. Fails if they are too many, too large or no numbers.
Result<std::vector<std::byte>> read_numbers(std::string_view text, std::string_view type_name, std::size_t bytes);

// Elements of such a type of NumPy, at most `most` of them, with blanks between; of others the bytes.
std::string elements_text(std::span<const std::byte> bytes, const std::string& type, std::size_t most);

}  // namespace eugene::load
