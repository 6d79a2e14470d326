// Unified shared memory (cl_intel_unified_shared_memory) in a checked run: its functions are no part of the ICD's
// table, so a program asks for their addresses, and gets others that tell of each allocation.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

using SetPointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);

// What a program gets that asks for `name`, which is `found` in the driver. `set_pointer`: its pointers go there as
// arguments, with the driver's function in its place.
void* usm_function(const char* name, void* found, SetPointer set_pointer);
// clSetKernelArgMemPointerINTEL of the driver. Null: the program has not asked for it.
SetPointer usm_set_pointer();

}  // namespace eugene::i915
