// Unified shared memory (cl_intel_unified_shared_memory) in a checked run. Its functions are not in the ICD's table, so
// a program asks for their addresses. The program gets replacements that report each allocation to the GPU.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::inside::opencl {

using SetPointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);

// Returns the function to give to a program that asks for `name`. `found` is the driver's function. `set_pointer`
// replaces the driver's clSetKernelArgMemPointerINTEL.
void* usm_function(const char* name, void* found, SetPointer set_pointer);
// Returns the driver's clSetKernelArgMemPointerINTEL, or null if the program has not asked for it.
SetPointer usm_set_pointer();

}  // namespace eugene::inside::opencl
