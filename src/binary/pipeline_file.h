// Reads files in which the Vulkan layer (inside/vulkan) writes a compute pipeline: four lines of text,
// followed by the SPIR-V module.
//
//     eugene pipeline 3        number of the pipeline, in order of creation in the process
//     main                     entry point
//     blur                     debug name of the pipeline; empty: none
//     0 64 1 8                 pairs of a SpecId and its value
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "binary/compute_shader.h"

namespace eugene::binary {

// Returns the shader of a file. Its name is the debug name, else the entry point, or the pipeline's number if the entry
// point is "main". Returns nothing if the file is not such a file, or is incomplete.
std::optional<ComputeShader> pipeline_shader(std::span<const std::byte> file);

}  // namespace eugene::binary
