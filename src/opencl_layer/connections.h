// The driver's connections to the server, seen from inside the program.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace eugene::opencl_layer {

// The TCP ports on this side of the process's connections to the server that TbxPort names.
std::vector<std::uint16_t> ports_to_server();
// That of `socket`, if it is one of them.
std::optional<std::uint16_t> port_to_server(int socket);

}  // namespace eugene::opencl_layer
