// Finds the user at the other end of a connection from this machine.
#pragma once

#include <sys/types.h>

#include <optional>

namespace eugene::serve {

// The user whose process has the other end of a TCP connection over 127.0.0.1. Nothing: the kernel does not say, as
// where /proc is not mounted, or the other end is closed.
std::optional<uid_t> peer_user(int socket);

}  // namespace eugene::serve
