// The memory of a launch's arguments and its work-items, found from the launch, the kernel's metadata and the dispatch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checked/launch.h"
#include "checks/init.h"
#include "checks/launch_memory.h"
#include "checks/race.h"
#include "gpu/schedule/observation.h"
#include "gpu/schedule/work_items.h"
#include "load/device_binary.h"

namespace eugene::checked {

// Returns the memory of `launch`, to which `dispatch` belongs. `kernel` is the description in the kernel's binary.
// Arguments whose place is unknown are left out.
checks::LaunchMemory memory_of(const Launch& launch, const load::DeviceKernel& kernel,
                               std::vector<checks::Allocation> allocations, const gpu::ObservedDispatch& dispatch);
// Adds the variables that the kernel declares in local memory, if all memory after the last variable is unused.
void name_local_memory(checks::LaunchMemory& memory, const std::vector<checks::ArgumentMemory>& variables);
// Returns the driver's buffer with the private memory of all EU threads. Returns nothing if there is no such buffer, or
// its place is unknown.
std::optional<checks::AddressRange> private_memory_of(const load::DeviceKernel& kernel,
                                                      const gpu::ObservedDispatch& dispatch);
// Return the scratch and private memory of the device's threads.
std::vector<checks::ThreadMemory> thread_memories_of(const gpu::ObservedDispatch& dispatch);
std::vector<checks::ThreadMemory> thread_memories_of(const load::DeviceKernel& kernel,
                                                     const gpu::ObservedDispatch& dispatch);
// Returns the facts for a dispatch that belongs to no launch: only the initial registers of a thread and scratch memory
// are known.
checks::InitFacts init_facts_of(const gpu::ObservedDispatch& dispatch);
// Returns the facts for a launch, without number_of_store. `memory` is the launch's memory; `padding` is
// KernelVariables::padding.
checks::InitFacts init_facts_of(const Launch& launch, const load::DeviceKernel& kernel,
                                const checks::LaunchMemory& memory, checks::InitBuffers& buffers,
                                const std::map<std::string, std::vector<bool>>& padding,
                                const gpu::ObservedDispatch& dispatch);
gpu::WorkItems items_of(const Launch& launch, const gpu::Work& work);

}  // namespace eugene::checked
