// Of a checked run (--check=api): calls that OpenCL forbids, or leaves undefined, and that Intel's driver accepts in
// silence. Calls with the same kernel, argument and sizes are one finding.
#pragma once

#include <CL/cl_icd.h>

#include <cstddef>
#include <map>

#include "../in_process/calls.h"
#include "buffers.h"
#include "kernel_arguments.h"

namespace eugene::i915 {

// What the program maps, until it is unmapped.
void note_map(cl_mem buffer, const void* memory, const Range& range, bool writes);
void watch_misuse(cl_icd_dispatch& table, const cl_icd_dispatch& next);

// Commands that are about to access a part of a buffer. `command`: the name of the function.
void check_read(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes);
void check_write(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes);
void check_copy(cl_mem from, cl_mem to, std::size_t from_offset, std::size_t to_offset, std::size_t bytes);

// An argument has been set with success, to a value of that size or to a buffer.
void check_value(cl_kernel kernel, cl_uint number, std::size_t bytes);
void check_buffer(cl_kernel kernel, cl_uint number, const void* value);

// A kernel is launched with a buffer.
void check_launch(cl_kernel kernel, const eugene_argument& argument);
// A kernel is launched with these arguments: an image that it reads by one may not be one that it writes by another.
void check_images(cl_kernel kernel, const std::map<cl_uint, Argument>& arguments);

}  // namespace eugene::i915
