// Compute shaders of Vulkan from their SPIR-V: the size of a group and the blocks that buffers are bound to. SPIR-V
// specification 1.6, sections 2.3 (physical layout) and 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "load/compute_shader.h"

namespace eugene::load {

// A pipeline as its program makes it.
struct SpirvPipeline {
  std::span<const std::byte> module;                      // in the byte order of the host
  std::string entry;                                      // name of the entry point
  std::map<std::uint32_t, std::uint32_t> specialization;  // constants by their SpecId
};

// The shader is called as its entry point. Nothing: the module is not complete, or has no such compute shader.
std::optional<ComputeShader> spirv_shader(const SpirvPipeline& pipeline);

}  // namespace eugene::load
