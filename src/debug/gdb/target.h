// The description of the machine for gdb. gdb does not support Intel GPUs. So the description has the registers of an
// x86 host that gdb requires, all zero except rip, followed by the GPU's registers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::debug::gdb {

std::string target_description();
// Returns all registers in the description's order, in hexadecimal. `grf` and `flags` are bytes in hexadecimal.
std::string register_bytes(std::uint64_t ip, std::string_view grf, std::string_view flags);

}  // namespace eugene::debug::gdb
