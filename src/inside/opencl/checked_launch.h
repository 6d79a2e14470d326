// Describes the arguments of a launch for the checks in the GPU (`eugene run --check`): buffers in the size that the
// program requested, local memory, shared memory.
#pragma once

#include "layer/hooks.h"

#include <cstddef>
#include <vector>

#include "../process/calls.h"

namespace eugene::inside::opencl {

// Return the description of an argument of clSetKernelArg or clSetKernelArgSVMPointer.
eugene_argument given_argument(cl_uint number, std::size_t size, const void* value);
eugene_argument shared_argument(cl_uint number, const void* value);

// The shape of a launch, as arguments of clEnqueueNDRangeKernel.
struct Shape {
  cl_uint dimensions = 1;
  const std::size_t* offset = nullptr;
  const std::size_t* global = nullptr;
  const std::size_t* local = nullptr;
};
// Returns a launch, valid as long as `kernel` and `arguments`.
eugene_launched make_launch(const char* kernel, const std::vector<eugene_argument>& arguments, const Shape& shape);

// The hooks follow the program's buffers, and report its shared memory (clSVMAlloc) to the GPU.
Hooks memory_hooks();

}  // namespace eugene::inside::opencl
