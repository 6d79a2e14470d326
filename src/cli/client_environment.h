// The environment in which Intel's driver uses one of Eugene's servers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gpu/device.h"

namespace eugene::cli {

using Variables = std::vector<std::pair<std::string, std::string>>;

// One of Eugene's libraries, beside the command or where it is installed; empty if it is in neither place.
std::filesystem::path find_library(const std::string& name);

// Adds OpenCL layers: `own` (empty: none), one that records launches to the directory `record` (empty: none), and those
// that the environment already names.
void add_layers(Variables& set, const std::string& own, const std::string& record);

// Adds one of Eugene's OpenCL layers before those that there are already.
void add_layer(Variables& set, const std::string& own);

// For Intel's OpenCL driver to use the simulator's protocol, with `device` on `port` of this machine.
// `all_platforms`: other OpenCL platforms stay visible. `record`: a directory in which launches are recorded.
Variables client_environment(const gpu::Device& device, std::uint16_t port, bool all_platforms,
                             const std::string& record = {});

// The variables as words of a shell command, each preceded by a space.
std::string shell_words(const Variables& variables);

}  // namespace eugene::cli
