// Follows how a checked program itself accesses its buffers. Bytes that the program writes count as initialised. Bytes
// that the program reads are reported to the check `init`.
#pragma once

#include "layer/hooks.h"

namespace eugene::inside::opencl {

Hooks host_access_hooks();

}  // namespace eugene::inside::opencl
