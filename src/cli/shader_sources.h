// Prepares a directory for the sources of a checked program's compute shaders, which Mesa's drivers and a Vulkan layer
// write.
#pragma once

#include <filesystem>

#include "client_environment.h"

namespace eugene::cli {

// Makes the directory in the run's directory, and names it to drivers. If that fails, for example on a full disk, less
// is known about shaders.
void add_shader_sources(const std::filesystem::path& run_directory, Variables& set);

}  // namespace eugene::cli
