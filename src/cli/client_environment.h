// The environment that makes Intel's driver use one of Eugene's servers.
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

// Makes OpenCL programs compile with debug data, so that reports about kernels name source lines.
void add_lines(Variables& set);

// File name of the OpenCL layer that records launches.
inline constexpr const char* kRecorderLayer = "libeugene_recorder.so";

// Adds the layer that records launches to `directory`. Does nothing if `directory` is empty.
void add_recorder(Variables& set, const std::string& directory);

// Returns variables that make Intel's OpenCL driver use the simulator's protocol, with `device` on `port` of this
// machine. With `all_platforms`, other OpenCL platforms stay visible. Launches are recorded to the directory `record`,
// if it is not empty.
Variables client_environment(const gpu::Device& device, std::uint16_t port, bool all_platforms,
                             const std::string& record = {});

// Returns the variables as words of a shell command, each preceded by a space.
std::string shell_words(const Variables& variables);

}  // namespace eugene::cli
