// The memory of a launch's arguments and its work-items, found from the launch, the kernel's metadata and the dispatch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "binary/device_binary.h"
#include "check/init/init.h"
#include "check/launch.h"
#include "check/memory/launch_memory.h"
#include "check/race/race.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

// Returns the memory of `launch`, to which `dispatch` belongs. `kernel` is the description in the kernel's binary.
// Arguments whose place is unknown are left out.
LaunchMemory describe_memory(const ProgramLaunch& launch, const binary::DeviceKernel& kernel,
                             std::vector<Allocation> allocations, const gpu::ObservedDispatch& dispatch);
// Adds the variables that the kernel declares in local memory, if all memory after the last variable is unused.
void name_local_memory(LaunchMemory& memory, const std::vector<ArgumentMemory>& variables);
// Returns the driver's buffer with the private memory of all EU threads. Returns nothing if no such buffer exists, or
// its place is unknown.
std::optional<AddressRange> find_private_memory(const binary::DeviceKernel& kernel,
                                                const gpu::ObservedDispatch& dispatch);
// Return the scratch and private memory of the device's threads.
std::vector<gpu::ThreadMemory> list_thread_memories(const gpu::ObservedDispatch& dispatch);
std::vector<gpu::ThreadMemory> list_thread_memories(const binary::DeviceKernel& kernel,
                                                    const gpu::ObservedDispatch& dispatch);
// Returns the facts for a dispatch that belongs to no launch: only the initial registers of a thread and scratch memory
// are known.
InitFacts make_init_facts(const gpu::ObservedDispatch& dispatch);
// Returns the facts for a launch, without number_of_store. `memory` is the launch's memory; `padding` is
// KernelVariables::padding.
InitFacts make_init_facts(const ProgramLaunch& launch, const binary::DeviceKernel& kernel, const LaunchMemory& memory,
                          InitBuffers& buffers, const std::map<std::string, std::vector<bool>>& padding,
                          const gpu::ObservedDispatch& dispatch);
gpu::WorkItems make_items(const ProgramLaunch& launch, const gpu::Work& work);

}  // namespace eugene::check
