// The socket that the debuggers in programs connect to (debug/connection.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

// Makes a socket with this name, which only this user may use. Nothing can connect before listen().
Result<serve::FileDescriptor> bind_socket(const std::filesystem::path& socket);
Result<serve::FileDescriptor> listen_for_programs(const std::filesystem::path& socket);

// Reads the available bytes. Returns nothing at the end of the stream.
std::optional<std::string> read_some(int descriptor);
// Sends to a socket. Returns false if the other side has disconnected or does not read.
bool send_all(int descriptor, std::string_view text);

}  // namespace eugene::cli
