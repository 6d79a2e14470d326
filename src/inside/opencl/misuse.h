// For --check=api: finds calls that OpenCL forbids or leaves undefined, and that Intel's driver silently accepts. Calls
// with the same kernel, argument and sizes are one finding.
#pragma once

#include "layer/hooks.h"

#include <cstddef>
#include <map>

#include "../process/calls.h"
#include "buffers.h"
#include "kernel_arguments.h"

namespace eugene::inside::opencl {

// Notes memory that the program has mapped, until the program unmaps it.
void note_map(cl_mem buffer, const void* memory, const Range& range, bool writes);
Hooks misuse_hooks();

// Check commands that are about to access a part of a buffer. `command` is the name of the function.
void check_read(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes);
void check_write(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes);
void check_copy(cl_mem from, cl_mem to, std::size_t from_offset, std::size_t to_offset, std::size_t bytes);

// Check an argument that was set successfully, to a value of `bytes` bytes or to a buffer.
void check_value(cl_kernel kernel, cl_uint number, std::size_t bytes);
void check_buffer(cl_kernel kernel, cl_uint number, const void* value);

// Checks a buffer argument of a launch.
void check_launch(cl_kernel kernel, const eugene_argument& argument);
// Checks the arguments of a launch: an image that the kernel reads by one argument must not be written by another.
void check_images(cl_kernel kernel, const std::map<cl_uint, ArgumentState>& arguments);

}  // namespace eugene::inside::opencl
