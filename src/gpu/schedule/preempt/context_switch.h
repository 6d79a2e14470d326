// Saves the threads of preempted work to the context's image, and restores them (context_save.h).
#pragma once

#include <cstdint>

#include "gpu/schedule/job/job.h"
#include "gpu/tiers/kernel_addresses.h"
#include "memory/view.h"

namespace eugene::gpu {

enum class Transfer : std::uint8_t { save, restore };

// Saves or restores threads and local memory of the groups that workers have left. Does nothing if the driver has not
// given the context an image and a system routine. Returns false if the transfer fails, which ends the work; the fault
// is then in the work's result.
bool switch_context(SuspendedJob& suspended, Transfer transfer, KernelAddresses& kernels, memory::View& view);

}  // namespace eugene::gpu
