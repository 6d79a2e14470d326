// Properties of Mesa's Vulkan driver for Intel's GPUs (anv).
#pragma once

#include <filesystem>
#include <vector>

namespace eugene::cli {

// Where the loader of Vulkan finds drivers: the .json files that the environment names, or the directories of the
// system.
std::vector<std::filesystem::path> vulkan_driver_files();

// Whether a queue family without drawing works in the driver that is among `files`. On such a family anv copies and
// clears by compute kernels, not by drawing, which Eugene knows less of. Mesa 22.3, of Debian 12, is right on
// Gen9; 25.0, of Debian 13, never sets the state base addresses there, so kernels read their descriptors from wrong
// addresses (docs/errata.md). Versions between have not been tried: they are not asked for it.
bool has_compute_family(const std::vector<std::filesystem::path>& files);

}  // namespace eugene::cli
