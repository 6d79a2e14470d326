// What a dispatch of a compute shader shows of its program: the buffers that Mesa's drivers have bound, the shared
// memory of a group, and how a group's invocations lie in its threads.
#pragma once

#include <string>

#include "checks/launch_memory.h"
#include "gpu/schedule/observation.h"
#include "gpu/schedule/work_items.h"

namespace eugene::gpu {

// Buffers of the binding table, to the byte that the program has bound them with, and shared memory as the driver has
// rounded it up. `has_null`: an entry without a buffer is a mistake. OpenGL has these for what a program has not bound,
// but in Vulkan a program asks for them.
checks::LaunchMemory shader_memory_of(const ObservedDispatch& dispatch, std::string name, bool has_null);
// As Mesa's compiler counts invocations (brw_nir_lower_cs_intrinsics).
Counting counting_of(const ObservedDispatch& dispatch, const ItemId& local);

}  // namespace eugene::gpu
