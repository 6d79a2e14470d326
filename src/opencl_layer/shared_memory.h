// Shared virtual memory over the simulator interface: what the driver offers of it, and in which order it is used.
//
// The GPU has a copy of the memory that the program shares with it. The driver sends the program's before each
// submission and fetches the GPU's when the program waits. Hence two things go wrong that the layer puts right:
//   - Host and GPU that write next to each other, or wait for each other, while a kernel runs (OpenCL API 3.3.1:
//     fine-grained sharing) lose data or wait for ever: the layer does not offer it.
//   - A submission takes back what the one before has written, unless that has been fetched: the layer waits between.
#pragma once

#include <CL/cl_layer.h>

namespace eugene::opencl_layer {

// clGetDeviceInfo, without fine-grained sharing.
cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value, size_t* size_ret);

// clSVMAlloc: null, as the specification has it, where the flags ask for what is not offered.
void* allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);

// Before a command is given to `queue`: waits for those before it, on all queues, if the program has shared memory.
// Does not wait while there are user events, on which the program itself may make them wait.
void await_commands_before(cl_command_queue queue);
// Whether `queue` has commands that would be waited for; it has a reference more as long as it has.
bool has_commands(cl_command_queue queue);
// `queue` is to be no more.
void forget_commands(cl_command_queue queue);

cl_event create_user_event(cl_context context, cl_int* error);
cl_int set_user_event_status(cl_event event, cl_int status);
void forget_user_event(cl_event event);

}  // namespace eugene::opencl_layer
