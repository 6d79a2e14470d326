// What gdb is told of the machine. It knows no GPU of Intel's: the description has the registers without which it
// takes none, which are zero but for rip, and behind these the GPU's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::debug::gdb {

std::string target_description();
// All registers in its order, in hexadecimal. `grf` and `flags`: bytes in hexadecimal.
std::string register_bytes(std::uint64_t ip, std::string_view grf, std::string_view flags);

}  // namespace eugene::debug::gdb
