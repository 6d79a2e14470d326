// Reports failures that the driver misses, to programs that poll an event or do a blocking read. The driver queries the
// context's state only when it waits in the Linux kernel.
#pragma once

#include "layer/hooks.h"

namespace eugene::inside::opencl {

Hooks failure_hooks();

}  // namespace eugene::inside::opencl
