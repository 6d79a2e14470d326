// What the driver offers and the simulator interface cannot give: the program is not offered it.
//
// The GPU has a copy of the memory that the program shares with it, brought up to date around each submission. Host and
// GPU that write next to each other, or wait for each other, within a kernel (OpenCL API 3.3.1: fine-grained sharing)
// therefore lose data or wait for ever.
#pragma once

#include <CL/cl_layer.h>

namespace eugene::opencl_layer {

// clGetDeviceInfo, without fine-grained sharing.
cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value, size_t* size_ret);

// clSVMAlloc: null, as the specification has it, where the flags ask for what is not offered.
void* allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);

}  // namespace eugene::opencl_layer
