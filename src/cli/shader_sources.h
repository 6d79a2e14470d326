// Where Mesa's drivers and a layer of Vulkan leave what a checked program makes compute shaders of.
#pragma once

#include <filesystem>

#include "client_environment.h"

namespace eugene::cli {

// Makes the directory in that of a run, and names it to drivers. Without it, as on a full disk, less is known of
// shaders.
void add_shader_sources(const std::filesystem::path& run_directory, Variables& set);

}  // namespace eugene::cli
