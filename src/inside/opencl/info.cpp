#include "info.h"

#include "program_data.h"

namespace eugene::inside::opencl {
namespace {

std::string argument_text(cl_kernel kernel, cl_uint number, cl_kernel_arg_info what) {
  if (!has_argument_info(kernel)) return {};
  return read_text([&](std::size_t room, void* place, std::size_t* bytes) {
    return driver().clGetKernelArgInfo(kernel, number, what, room, place, bytes);
  });
}

}  // namespace

std::string find_name(cl_kernel kernel) {
  return read_text([&](std::size_t room, void* place, std::size_t* bytes) {
    return driver().clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, room, place, bytes);
  });
}

std::string argument_type(cl_kernel kernel, cl_uint number) {
  return argument_text(kernel, number, CL_KERNEL_ARG_TYPE_NAME);
}

std::string describe_argument(cl_kernel kernel, cl_uint number) {
  std::string text = std::to_string(number);
  const std::string name = argument_text(kernel, number, CL_KERNEL_ARG_NAME);
  return name.empty() ? text : text.append(" (").append(name).append(")");
}

bool points_to_buffer(cl_kernel kernel, cl_uint number) {
  cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  return has_argument_info(kernel) &&
         driver().clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr) ==
             CL_SUCCESS &&
         (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT);
}

cl_kernel_arg_access_qualifier image_access(cl_kernel kernel, cl_uint number) {
  cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
  if (has_argument_info(kernel))
    (void)driver().clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr);
  return access;
}

}  // namespace eugene::inside::opencl
