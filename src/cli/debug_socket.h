// The socket at which the debuggers in programs call (debug/connection.h).
#pragma once

#include <filesystem>

#include "base/diagnostic.h"
#include "serve/file_descriptor.h"

namespace eugene::cli {

Result<serve::FileDescriptor> listen_for_programs(const std::filesystem::path& socket);

}  // namespace eugene::cli
