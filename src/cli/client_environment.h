// What the environment of a program must hold for Intel's driver to use a server of Eugene's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gpu/device.h"

namespace eugene::cli {

using Variables = std::vector<std::pair<std::string, std::string>>;

// A library of Eugene's, which lies beside the command or where it is installed; empty if it is nowhere.
std::filesystem::path find_library(const std::string& name);

// OpenCL layers: `own` (empty: none), one that records launches to the directory `record` (empty: none), and those that
// the environment names.
void add_layers(Variables& set, const std::string& own, const std::string& record);

// For Intel's OpenCL driver to use the simulator's protocol, with `device` on `port` of this machine.
// `all_platforms`: other OpenCL platforms stay visible. `record`: a directory in which launches are recorded.
Variables client_environment(const gpu::Device& device, std::uint16_t port, bool all_platforms,
                             const std::string& record = {});

// The same as words of a shell command, each with a space in front.
std::string shell_words(const Variables& variables);

}  // namespace eugene::cli
