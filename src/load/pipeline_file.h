// A file in which the layer of Vulkan (libraries/vulkan_shaders) writes a compute pipeline: four lines of text, and the
// module behind them.
//
//     eugene pipeline 3        its number, in the order in which the process makes them
//     main                     the entry point
//     blur                     what the program calls it, or nothing
//     0 64 1 8                 SpecIds and values of constants
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "load/compute_shader.h"

namespace eugene::load {

// The shader of a file, called as the program calls it or else as the entry point, or as the pipeline's number where
// that is "main". Nothing: the file is no such one, or not whole.
std::optional<ComputeShader> pipeline_shader(std::span<const std::byte> file);

}  // namespace eugene::load
