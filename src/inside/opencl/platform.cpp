#include "platform.h"
#include "layer/hooks.h"

#include <string_view>
#include <vector>

namespace eugene::inside::opencl {

bool is_of_intel(cl_device_id device) {
  cl_platform_id platform = nullptr;
  char name[64] = {};
  return driver().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, static_cast<void*>(&platform),
                                  nullptr) == CL_SUCCESS &&
         driver().clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr) == CL_SUCCESS &&
         std::string_view(name).starts_with("Intel(R) OpenCL");
}

bool is_of_intel(cl_context context) {
  std::size_t bytes = 0;
  if (driver().clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS) return false;
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  return !devices.empty() &&
         driver().clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, static_cast<void*>(devices.data()), nullptr) ==
             CL_SUCCESS &&
         is_of_intel(devices.front());
}

bool is_of_intel(cl_program program) {
  cl_context context = nullptr;
  return driver().clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, static_cast<void*>(&context),
                                   nullptr) == CL_SUCCESS &&
         is_of_intel(context);
}

}  // namespace eugene::inside::opencl
