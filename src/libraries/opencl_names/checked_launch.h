// The arguments of a launch for the checks in the GPU (`eugene run --check`): buffers in the size that the program
// asked for, local memory, shared memory.
#pragma once

#include <CL/cl_icd.h>

#include <cstddef>
#include <vector>

#include "../in_process/calls.h"

namespace eugene::i915 {

// As clSetKernelArg and clSetKernelArgSVMPointer have them.
eugene_argument given_argument(const cl_icd_dispatch& driver, cl_uint number, std::size_t size, const void* value);
eugene_argument shared_argument(cl_uint number, const void* value);

// As clEnqueueNDRangeKernel has it.
struct Shape {
  cl_uint dimensions = 1;
  const std::size_t* offset = nullptr;
  const std::size_t* global = nullptr;
  const std::size_t* local = nullptr;
};
// Valid as long as `kernel` and `arguments` are.
eugene_launched launch_of(const char* kernel, const std::vector<eugene_argument>& arguments, const Shape& shape);

// Knows the program's buffers from then on, and tells the GPU where its shared memory (clSVMAlloc) is.
void watch_memory(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
