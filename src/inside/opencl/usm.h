// Unified shared memory (cl_intel_unified_shared_memory) in a checked run. Its functions are not in the ICD's table, so
// a program asks for their addresses. The program gets replacements that report each allocation to the GPU.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>

namespace eugene::inside::opencl {

using SetPointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);

// The driver's functions that the program has asked for. A program has one driver for Intel's GPUs.
struct UsmFunctions {
  std::atomic<clHostMemAllocINTEL_fn> alloc_host = nullptr;
  std::atomic<clDeviceMemAllocINTEL_fn> alloc_device = nullptr;
  std::atomic<clSharedMemAllocINTEL_fn> alloc_shared = nullptr;
  std::atomic<clMemFreeINTEL_fn> free = nullptr;
  std::atomic<clMemBlockingFreeINTEL_fn> free_blocking = nullptr;
  std::atomic<clGetMemAllocInfoINTEL_fn> allocation_info = nullptr;
  std::atomic<SetPointer> set_argument = nullptr;
};

// Returns the function to give to a program that asks for `name`. `found` is the driver's function. `set_pointer`
// replaces the driver's clSetKernelArgMemPointerINTEL.
void* usm_function(const char* name, void* found, SetPointer set_pointer);

}  // namespace eugene::inside::opencl
