// Facts about a program that a dispatch of its compute shader shows: the buffers that Mesa's drivers have bound, the
// shared memory of a group, and how a group's invocations are divided among its threads.
#pragma once

#include <string>

#include "check/memory/launch_memory.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/observe/observation.h"
#include "isa/program.h"

namespace eugene::check {

// Returns the buffers of the binding table, with the exact size that the program has bound, and the shared memory, with
// the size that the driver has rounded up. With `has_null`, an entry without a buffer is an error: in Vulkan, a program
// asks for such entries, but OpenGL has them for everything that a program has not bound.
LaunchMemory make_shader_memory(const gpu::ObservedDispatch& dispatch, std::string name, bool has_null);
// Whether the memory rules judge any access of the program. They do not judge accesses to texels, pixels and URB
// entries. Most shaders of draws access nothing else, and need not be watched.
bool accesses_judged_memory(const isa::Program& program);
// Returns the order in which Mesa's compiler counts invocations (brw_nir_lower_cs_intrinsics).
gpu::Counting make_counting(const gpu::ObservedDispatch& dispatch, const gpu::ItemId& local);

}  // namespace eugene::check
