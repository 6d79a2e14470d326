// Distinguishes gdb from other clients of its port by the first bytes of the connection.
//
// Any program on this machine can connect to the port. A browser does so for any web page: a page may send a form to
// http://127.0.0.1:PORT whose body is "$k#6b", which would end the program. Such a connection begins with an HTTP
// request. gdb's connection begins with acknowledgements and a query for the stub's features.
#pragma once

#include <cstdint>
#include <string_view>

namespace eugene::debug::gdb {

enum class Greeting : std::uint8_t { incomplete, gdb, other };

// `received` is everything received since the connection began.
Greeting greeting_in(std::string_view received);

}  // namespace eugene::debug::gdb
