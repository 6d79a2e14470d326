// The properties of a device that a profile needs.
#pragma once

#include <cstdint>

#include "gpu/device.h"
#include "gpu/schedule/thread_pools.h"
#include "profile/machine.h"

namespace eugene::gpu {

// For groups of `threads` threads and `slm_bytes` of shared local memory. `l3_control`: L3CNTLREG; 0: as it is usually
// divided, with shared local memory where the kernel has any.
profile::Machine profile_machine(const Device& device, const ThreadPools& pools, unsigned threads,
                                 std::uint32_t slm_bytes, std::uint32_t l3_control);

}  // namespace eugene::gpu
