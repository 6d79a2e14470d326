// Whether an object of OpenCL belongs to Intel's driver. Other platforms may be visible too.
#pragma once

#include <CL/cl.h>

namespace eugene::inside::opencl {

bool is_of_intel(cl_device_id device);
// Decided by the context's first device.
bool is_of_intel(cl_context context);
bool is_of_intel(cl_program program);

}  // namespace eugene::inside::opencl
