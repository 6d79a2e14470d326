// Padding of the elements of a buffer: bytes that belong to no member. A kernel copies them with the other bytes,
// whatever they hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_variables.h"

namespace eugene::check {

// Returns the padding of elements by the name of a pointer parameter: for each byte of an element, whether the byte is
// padding. Parameters whose type is unknown, or has a union or bit-fields, are missing. All parameters are missing if
// `text`, the program's text, may use a pointer to one type as a pointer to another type with padding.
std::map<std::string, std::vector<bool>> element_padding(const SourceVariables& source, std::string_view text);

// Whether the text has a cast to a pointer to anything but numbers and vectors without padding.
bool casts_to_padded(std::string_view text);

}  // namespace eugene::check
