// Finds the compute shader of a dispatch among the shaders that a program has handed to its driver. Drivers do not name
// machine code, so all shaders that fit are candidates, and only facts on which all candidates agree are known.
#pragma once

#include <cstdint>
#include <span>

#include "checks/launch_memory.h"
#include "load/compute_shader.h"

namespace eugene::checked {

// Returns the shader of a dispatch whose groups have `invocations` invocations. If several shaders fit, returns only
// the size of groups, and only if all of them have the same one.
load::ComputeShader known_shader(std::span<const load::ComputeShader> all, std::uint64_t invocations);

// Names surfaces of `memory` after their binding and block, if there is exactly one block for one surface.
void name_surfaces(checks::LaunchMemory& memory, const load::ComputeShader& shader);

// Reduces the shared memory of a group to the bytes that the shader's variables need.
void name_shared_memory(checks::LaunchMemory& memory, const load::ComputeShader& shader);

}  // namespace eugene::checked
