// Unified shared memory (cl_intel_unified_shared_memory) in a checked run: its functions are no part of the ICD's
// table, so a program asks for their addresses, and gets others that tell of each allocation.
#pragma once

#include <CL/cl_icd.h>

namespace eugene::i915 {

using SetPointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);

// The function that a program is given when it asks for `name`, which is `found` in the driver. `set_pointer` is called
// in place of the driver's clSetKernelArgMemPointerINTEL.
void* usm_function(const char* name, void* found, SetPointer set_pointer);
// clSetKernelArgMemPointerINTEL of the driver. Null: the program has not asked for it.
SetPointer usm_set_pointer();

}  // namespace eugene::i915
