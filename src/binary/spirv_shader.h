// Reads compute shaders of Vulkan from their SPIR-V: the group size, and the blocks that buffers are bound to. SPIR-V
// specification 1.6, sections 2.3 (physical layout) and 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "binary/compute_shader.h"

namespace eugene::binary {

// A pipeline as the program creates it.
struct SpirvPipeline {
  std::span<const std::byte> module;                      // in the byte order of the host
  std::string entry;                                      // name of the entry point
  std::map<std::uint32_t, std::uint32_t> specialization;  // constants by their SpecId
};

// Returns the shader, named after the entry point. Returns nothing if the module is incomplete, or has no such compute
// shader.
std::optional<ComputeShader> spirv_shader(const SpirvPipeline& pipeline);

}  // namespace eugene::binary
