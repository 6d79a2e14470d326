// The memory of a launch's arguments and its work-items, from the launch, the kernel's metadata and the dispatch.
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

// The memory of `launch`, which `dispatch` is of, of a kernel that its binary describes as `kernel`. Arguments of which
// it is not known where they are, are left out.
checks::LaunchMemory memory_of(const Launch& launch, const load::DeviceKernel& kernel,
                               std::vector<checks::Allocation> allocations, const gpu::ObservedDispatch& dispatch);
// Adds the variables that the kernel declares in local memory, where all after the last one is unused.
void name_local_memory(checks::LaunchMemory& memory, const std::vector<checks::ArgumentMemory>& variables);
// The buffer of private memory of all threads of the EUs that the driver has made. Nothing: there is none, or it is not
// known where.
std::optional<checks::AddressRange> private_memory_of(const load::DeviceKernel& kernel,
                                                      const gpu::ObservedDispatch& dispatch);
// Scratch and private memory of the device's threads.
std::vector<checks::ThreadMemory> thread_memories_of(const gpu::ObservedDispatch& dispatch);
std::vector<checks::ThreadMemory> thread_memories_of(const load::DeviceKernel& kernel,
                                                     const gpu::ObservedDispatch& dispatch);
// What a thread starts with and scratch memory: all that is known of a dispatch that is of no launch.
checks::InitFacts init_facts_of(const gpu::ObservedDispatch& dispatch);
// Without how stores are numbered. `memory` is that of the launch; `padding`: KernelVariables::padding.
checks::InitFacts init_facts_of(const Launch& launch, const load::DeviceKernel& kernel,
                                const checks::LaunchMemory& memory, checks::InitBuffers& buffers,
                                const std::map<std::string, std::vector<bool>>& padding,
                                const gpu::ObservedDispatch& dispatch);
gpu::WorkItems items_of(const Launch& launch, const gpu::Work& work);

}  // namespace eugene::checked
