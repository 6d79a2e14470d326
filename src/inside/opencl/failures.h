// Reports failures that the driver misses, to programs that poll an event or do a blocking read. The driver queries the
// context's state only when it waits in the Linux kernel.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

// Replaces the waiting functions of `table`. The new functions call the functions of `next` and report failures. `next`
// must stay.
void tell_failures(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::inside::opencl
