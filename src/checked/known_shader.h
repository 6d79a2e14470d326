// Which of the compute shaders that a program has handed to its driver a dispatch may be of. Drivers tell no names of
// machine code, so what fits decides, and only what all of those say is known.
#pragma once

#include <cstdint>
#include <span>

#include "checks/launch_memory.h"
#include "load/compute_shader.h"

namespace eugene::checked {

// The shader of a dispatch whose groups have `invocations`, among all that there are so far: whole where one alone may
// be meant, else its size of groups where all have the same.
load::ComputeShader known_shader(std::span<const load::ComputeShader> all, std::uint64_t invocations);

// Calls surfaces of `memory` by the binding and the block that they are of, where there is one for one.
void name_surfaces(checks::LaunchMemory& memory, const load::ComputeShader& shader);

// Narrows the shared memory of a group down to what the shader's variables need.
void name_shared_memory(checks::LaunchMemory& memory, const load::ComputeShader& shader);

}  // namespace eugene::checked
