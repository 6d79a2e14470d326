// The memory of a launch's arguments and its work-items, from the launch, the kernel's metadata and the dispatch.
#pragma once

#include <optional>

#include "checks/launch_memory.h"
#include "gpu/schedule/observation.h"
#include "gpu/schedule/work_items.h"
#include "launches.h"
#include "load/device_binary.h"

namespace eugene::i915 {

// The memory of `launch`, which `dispatch` is of, of a kernel that its binary describes as `kernel`. Arguments of which
// it is not known where they are, are left out.
checks::LaunchMemory memory_of(const Launch& launch, const load::DeviceKernel& kernel,
                               std::vector<checks::Allocation> allocations, const gpu::ObservedDispatch& dispatch);
gpu::WorkItems items_of(const Launch& launch, const gpu::Work& work);

}  // namespace eugene::i915
