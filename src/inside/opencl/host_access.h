// Follows how a checked program itself accesses its buffers. Bytes that the program writes count as initialised. Bytes
// that the program reads are reported to the check `init`.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

void watch_host_access(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::inside::opencl
