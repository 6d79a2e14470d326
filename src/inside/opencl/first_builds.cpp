#include "first_builds.h"

#include <algorithm>
#include <utility>

#include "info.h"
#include "program_data.h"

namespace eugene::inside::opencl {
namespace {

std::vector<cl_device_id> list_devices(cl_program program) {
  std::size_t bytes = 0;
  if (driver().clGetProgramInfo(program, CL_PROGRAM_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  void* const place = static_cast<void*>(devices.data());
  if (driver().clGetProgramInfo(program, CL_PROGRAM_DEVICES, bytes, place, nullptr) != CL_SUCCESS) return {};
  return devices;
}

FirstBuild::Kernel query_kernel(cl_kernel kernel, cl_device_id device) {
  FirstBuild::Kernel found;
  driver().clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof found.group,
                                    found.group.data(), nullptr);
  found.attributes = read_text([&](std::size_t room, void* place, std::size_t* bytes) {
    return driver().clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, room, place, bytes);
  });
  return found;
}

}  // namespace

bool FirstBuild::has_small_groups() const {
  constexpr std::size_t kMaxChannels = 32;  // of an EU thread, for any width that the compiler chooses
  return std::ranges::any_of(kernels, [](const auto& each) {
    const GroupSize& group = each.second.group;
    const std::size_t items = group[0] * group[1] * group[2];
    return items > 1 && items <= kMaxChannels;
  });
}

FirstBuild find_first_build(cl_program program) {
  FirstBuild build;
  const std::vector<cl_device_id> devices = list_devices(program);
  if (devices.empty()) return build;
  build.binaries = query_binaries(program);
  const auto text = [&](cl_program_build_info what) {
    return read_text([&](std::size_t room, void* place, std::size_t* bytes) {
      return driver().clGetProgramBuildInfo(program, devices.front(), what, room, place, bytes);
    });
  };
  build.options = text(CL_PROGRAM_BUILD_OPTIONS);
  build.log = text(CL_PROGRAM_BUILD_LOG);
  cl_uint count = 0;
  if (driver().clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) return build;
  std::vector<cl_kernel> kernels(count);
  if (driver().clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) return build;
  for (const cl_kernel each : kernels) {
    build.kernels.emplace(find_name(each), query_kernel(each, devices.front()));
    driver().clReleaseKernel(each);
  }
  return build;
}

}  // namespace eugene::inside::opencl
