// The socket at which the debuggers in programs call (debug/connection.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

// A socket of that name, for this user alone, to which nobody can connect yet.
Result<serve::FileDescriptor> bind_socket(const std::filesystem::path& socket);
Result<serve::FileDescriptor> listen_for_programs(const std::filesystem::path& socket);

// What can be read from there. Nothing: it has ended.
std::optional<std::string> read_some(int descriptor);
// To a socket. False: nobody is there, or takes what is sent.
bool send_all(int descriptor, std::string_view text);

}  // namespace eugene::cli
