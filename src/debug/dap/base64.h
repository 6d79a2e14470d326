// Bytes as the Debug Adapter Protocol has them.
#pragma once

#include <string>
#include <string_view>

namespace eugene::debug::dap {

// Of bytes in hexadecimal; empty if it is none.
std::string base64_of_hex(std::string_view hex);

}  // namespace eugene::debug::dap
