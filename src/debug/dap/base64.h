// Base64, the encoding of bytes in the Debug Adapter Protocol.
#pragma once

#include <string>
#include <string_view>

namespace eugene::debug::dap {

// Converts bytes from hexadecimal to base64. Returns an empty string if `hex` is not valid.
std::string base64_of_hex(std::string_view hex);

}  // namespace eugene::debug::dap
