// Queries the driver for facts about objects of OpenCL.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <string>

#include "layer/hooks.h"

namespace eugene::inside::opencl {

// These three return `otherwise` if the driver does not know.
template <class T>
T memory_info(cl_mem object, cl_mem_info what, T otherwise) {
  T value = otherwise;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a handle, which is a pointer.
  const cl_int result = driver().clGetMemObjectInfo(object, what, sizeof(T), static_cast<void*>(&value), nullptr);
  return result == CL_SUCCESS ? value : otherwise;
}
template <class T>
T context_info(cl_context context, cl_context_info what, T otherwise) {
  T value = otherwise;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a handle, which is a pointer.
  const cl_int result = driver().clGetContextInfo(context, what, sizeof(T), static_cast<void*>(&value), nullptr);
  return result == CL_SUCCESS ? value : otherwise;
}
template <class T>
T kernel_info(cl_kernel kernel, cl_kernel_info what, T otherwise) {
  T value = otherwise;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a handle, which is a pointer.
  const cl_int result = driver().clGetKernelInfo(kernel, what, sizeof(T), static_cast<void*>(&value), nullptr);
  return result == CL_SUCCESS ? value : otherwise;
}

// Returns a text of unknown length, without its terminating zero. `ask(room, place, length)` is one of the driver's
// functions. Empty if the driver does not know the text.
template <class Ask>
std::string read_text(Ask ask) {
  std::size_t bytes = 0;
  if (ask(std::size_t{0}, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return {};
  std::string text(bytes, 0);
  if (ask(bytes, text.data(), nullptr) != CL_SUCCESS) return {};
  text.resize(bytes - 1);
  return text;
}

// Returns the name of the kernel's function. Empty if the driver does not know the name.
std::string find_name(cl_kernel kernel);

// These describe an argument. Without data from the compiler, the type is empty, the description is only the number,
// and the others are false or none.
std::string argument_type(cl_kernel kernel, cl_uint number);      // "float4"
std::string describe_argument(cl_kernel kernel, cl_uint number);  // "1 (out)"
bool points_to_buffer(cl_kernel kernel, cl_uint number);
cl_kernel_arg_access_qualifier image_access(cl_kernel kernel, cl_uint number);

}  // namespace eugene::inside::opencl
