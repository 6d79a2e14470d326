// Properties of Mesa's Vulkan driver for Intel's GPUs (anv).
#pragma once

#include <filesystem>
#include <vector>

namespace eugene::cli {

// Returns the files that name drivers to the Vulkan loader: the .json files that the environment names, or the .json
// files in the system's directories.
std::vector<std::filesystem::path> vulkan_driver_files();

// Whether a queue family without drawing works in the driver among `files`. On such a family, anv copies and clears by
// compute kernels, which Eugene supports better than drawing. Mesa 22.3, of Debian 12, is right on Gen9. Mesa 25.0, of
// Debian 13, never sets the state base addresses there, so kernels read their descriptors from wrong addresses
// (docs/record/errata.md). Versions in between have not been tried, so the family is not used with them.
bool has_compute_family(const std::vector<std::filesystem::path>& files);

}  // namespace eugene::cli
