// Tells gdb from other clients of its port by how the connection begins.
//
// Any program of this machine can connect to the port, and a browser does so for any page: a page may send a form to
// http://127.0.0.1:PORT whose body is "$k#6b", which would end the program. Such a connection begins with a request of
// HTTP. gdb's begins with acknowledgements and a question for what the stub supports.
#pragma once

#include <cstdint>
#include <string_view>

namespace eugene::debug::gdb {

enum class Greeting : std::uint8_t { incomplete, gdb, other };

// `received`: all that has come since the connection began.
Greeting greeting_in(std::string_view received);

}  // namespace eugene::debug::gdb
