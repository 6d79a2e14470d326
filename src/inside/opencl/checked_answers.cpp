#include "checked_answers.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "checked_prelude.h"
#include "program_data.h"
#include "program_layer.h"
#include "stated_groups.h"

namespace eugene::inside::opencl {
namespace {

// Answers an info query of OpenCL with these bytes.
cl_int give(const void* from, std::size_t bytes, std::size_t room, void* place, std::size_t* size) {
  if (place != nullptr && room < bytes) return CL_INVALID_VALUE;
  if (place != nullptr) std::memcpy(place, from, bytes);
  if (size != nullptr) *size = bytes;
  return CL_SUCCESS;
}
cl_int give(const std::string& text, std::size_t room, void* place, std::size_t* size) {
  return give(text.c_str(), text.size() + 1, room, place, size);
}

cl_int give_binaries(const FirstBuild& first, std::size_t room, void* place, std::size_t* size) {
  std::vector<unsigned char*> places(first.binaries.size());
  if (place != nullptr)
    std::memcpy(static_cast<void*>(places.data()), place, std::min(room, places.size() * sizeof(void*)));
  const cl_int result = give(static_cast<void*>(places.data()), places.size() * sizeof(void*), room, place, size);
  for (std::size_t i = 0; i < places.size() && result == CL_SUCCESS && place != nullptr; ++i) {
    if (places[i] != nullptr) std::ranges::copy(first.binaries[i], places[i]);
  }
  return result;
}

cl_int program_info(Next<&T::clGetProgramInfo> next, cl_program program, cl_program_info what, size_t room, void* place,
                    size_t* size) {
  const auto first = layer().builds.first.of(program);
  if (what == CL_PROGRAM_SOURCE) {
    if (has_prelude(text_as_built(program))) return give(read_source(program), room, place, size);
  } else if (what == CL_PROGRAM_BINARY_SIZES && first != nullptr) {
    std::vector<std::size_t> sizes;
    for (const auto& each : first->binaries) sizes.push_back(each.size());
    return give(sizes.data(), sizes.size() * sizeof(std::size_t), room, place, size);
  } else if (what == CL_PROGRAM_BINARIES && first != nullptr) {
    return give_binaries(*first, room, place, size);
  }
  return next(program, what, room, place, size);
}

cl_int build_info(Next<&T::clGetProgramBuildInfo> next, cl_program program, cl_device_id device,
                  cl_program_build_info what, size_t room, void* place, size_t* size) {
  const cl_int result = next(program, device, what, room, place, size);
  const auto first = layer().builds.first.of(program);
  if (first == nullptr || result == CL_INVALID_DEVICE) return result;
  if (what == CL_PROGRAM_BUILD_OPTIONS) return give(first->options, room, place, size);
  if (what == CL_PROGRAM_BUILD_LOG) return give(first->log, room, place, size);
  return result;
}

cl_int kernel_answer(Next<&T::clGetKernelInfo> next, cl_kernel kernel, cl_kernel_info what, size_t room, void* place,
                     size_t* size) {
  if (what == CL_KERNEL_ATTRIBUTES) {
    if (const auto known = stated(kernel)) return give(known->attributes, room, place, size);
  }
  return next(kernel, what, room, place, size);
}

cl_int group_answer(Next<&T::clGetKernelWorkGroupInfo> next, cl_kernel kernel, cl_device_id device,
                    cl_kernel_work_group_info what, size_t room, void* place, size_t* size) {
  const cl_int result = next(kernel, device, what, room, place, size);
  if (result != CL_SUCCESS || what != CL_KERNEL_COMPILE_WORK_GROUP_SIZE) return result;
  const auto known = stated(kernel);
  return known ? give(known->group.data(), sizeof known->group, room, place, size) : result;
}

}  // namespace

Hooks answer_hooks() {
  return {hook<&T::clGetProgramInfo, program_info>(), hook<&T::clGetProgramBuildInfo, build_info>(),
          hook<&T::clGetKernelInfo, kernel_answer>(), hook<&T::clGetKernelWorkGroupInfo, group_answer>()};
}

}  // namespace eugene::inside::opencl
