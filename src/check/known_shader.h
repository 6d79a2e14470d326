// Finds the compute shader of a dispatch among the shaders that a program has handed to its driver. Drivers do not name
// machine code, so all shaders that fit are candidates, and only facts on which all candidates agree are known.
#pragma once

#include <cstdint>
#include <span>

#include "binary/compute_shader.h"
#include "check/memory/launch_memory.h"

namespace eugene::check {

// Returns the shader of a dispatch whose groups have `invocations` invocations. If several shaders fit, returns only
// the size of groups, and only if all of them have the same one.
binary::ComputeShader known_shader(std::span<const binary::ComputeShader> all, std::uint64_t invocations);

// Names surfaces of `memory` after their binding and block, if there is exactly one block for one surface.
void name_surfaces(LaunchMemory& memory, const binary::ComputeShader& shader);

// Reduces the shared memory of a group to the bytes that the shader's variables need.
void name_shared_memory(LaunchMemory& memory, const binary::ComputeShader& shader);

}  // namespace eugene::check
