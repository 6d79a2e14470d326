// Of a checked run (--check=api): calls that OpenCL forbids, or leaves undefined, and that Intel's driver accepts in
// silence. A call that is repeated with the same kernel, argument and sizes is one finding with a count.
#pragma once

#include <CL/cl_icd.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace eugene::i915 {

// Watches maps of buffers, and the commands that access these.
void watch_misuse(cl_icd_dispatch& table, const cl_icd_dispatch& next);

// An argument, set with success: `kernel` is the kernel's name, `described` the argument's number and name.
struct SetArgument {
  cl_kernel handle = nullptr;
  std::string kernel;
  std::string described;
  cl_uint number = 0;
  std::size_t bytes = 0;
  cl_mem buffer = nullptr;  // if that is what it is set to
};
void check_argument(const SetArgument& argument);

// A kernel is launched with a buffer of that number (Buffers::object_of) and size.
void check_launch(const std::string& kernel, const std::string& described, std::uint64_t buffer, std::size_t bytes);

}  // namespace eugene::i915
