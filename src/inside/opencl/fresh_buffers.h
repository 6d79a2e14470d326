// Fills new buffers and shared memory in a run with --fill. Without --fill, they begin with zeros.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

// Makes new buffers start with the pattern of --fill. Does nothing without --fill.
void fill_new_buffers(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::inside::opencl
