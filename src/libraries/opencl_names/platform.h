// Whether an object of OpenCL belongs to Intel's driver: other platforms may be visible beside it.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

bool is_of_intel(const cl_icd_dispatch& driver, cl_device_id device);
// By its first device.
bool is_of_intel(const cl_icd_dispatch& driver, cl_context context);
bool is_of_intel(const cl_icd_dispatch& driver, cl_program program);

}  // namespace eugene::i915
