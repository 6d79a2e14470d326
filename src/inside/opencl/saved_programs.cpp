#include "saved_programs.h"

#include <string>

#include "../driver_layers/program_files.h"
#include "checked_build.h"
#include "program_data.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

using BuildCallback = void(CL_CALLBACK*)(cl_program, void*);

// Leaves the binaries of a program. Called when a kernel is made: then the program is completely built.
void save(cl_program program) {
  if (!layer().saved_programs.add(program)) return;
  std::string source = read_source(program);
  if (source.empty()) source = linked_text(program);
  for (const auto& binary : query_binaries(program)) leave_program("", binary, source, extra_builds(program));
}

cl_int build_program(Next<&T::clBuildProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
                     const char* options, BuildCallback notify, void* data) {
  layer().saved_programs.remove(program);
  return next(program, count, devices, options, notify, data);
}

cl_kernel create_kernel(Next<&T::clCreateKernel> next, cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = next(program, name, error);
  if (kernel != nullptr) save(program);
  return kernel;
}

cl_int create_kernels(Next<&T::clCreateKernelsInProgram> next, cl_program program, cl_uint room, cl_kernel* kernels,
                      cl_uint* count) {
  const cl_int result = next(program, room, kernels, count);
  if (result == CL_SUCCESS) save(program);
  return result;
}

}  // namespace

Hooks saved_program_hooks() {
  return {hook<&T::clBuildProgram, build_program>(), hook<&T::clCreateKernel, create_kernel>(),
          hook<&T::clCreateKernelsInProgram, create_kernels>()};
}

}  // namespace eugene::inside::opencl
