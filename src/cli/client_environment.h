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

// Adds one of Eugene's OpenCL layers in front of existing ones, in `set` or in the environment.
void add_layer(Variables& set, const std::string& own);

// Has programs of OpenCL built with debug data, so that what is told of their kernels names lines of the source.
void add_lines(Variables& set);

// Adds the layer that records launches to `directory`, unless that is empty.
void add_recorder(Variables& set, const std::string& directory);

// For Intel's OpenCL driver to use the simulator's protocol, with `device` on `port` of this machine.
// `all_platforms`: other OpenCL platforms stay visible. `record`: a directory in which launches are recorded.
Variables client_environment(const gpu::Device& device, std::uint16_t port, bool all_platforms,
                             const std::string& record = {});

// The variables as words of a shell command, each preceded by a space.
std::string shell_words(const Variables& variables);

}  // namespace eugene::cli
