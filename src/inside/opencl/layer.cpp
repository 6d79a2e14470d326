// An OpenCL layer (Khronos ICD loader interface). Leaves the binaries of programs in the run's directory, where reports
// and statistics look for the names of kernels, since the GPU sees only their code. Also reports failures (failures.h).
#include <CL/cl_layer.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_set>

#include "../driver_layers/program_files.h"
#include "arguments.h"
#include "builds.h"
#include "checked_text.h"
#include "failures.h"
#include "i915/channel_names.h"
#include "program_data.h"

namespace eugene::inside::opencl {
namespace {

using BuildCallback = void(CL_CALLBACK*)(cl_program, void*);

cl_icd_dispatch next;
cl_icd_dispatch compilers;  // like `next`, but set a mark while they run
cl_icd_dispatch table;

// Programs whose current binaries have been written to the directory.
class SavedPrograms {
 public:
  bool add(cl_program program) {
    const std::scoped_lock lock(mutex_);
    return programs_.insert(program).second;
  }

  // Call when a program is built, which changes its binary. Also call for a new program, which may reuse the handle of
  // a released one.
  void remove(cl_program program) {
    const std::scoped_lock lock(mutex_);
    programs_.erase(program);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<cl_program> programs_;
};
SavedPrograms saved;

// Leaves the binaries of a program. Called when a kernel is made: then the program is completely built.
void save(cl_program program) {
  if (!saved.add(program)) return;
  std::string source = source_of(next, program);
  if (source.empty()) source = linked_text(program);
  for (const auto& binary : binaries_of(next, program)) leave_program("", binary, source, extra_builds(program));
}

cl_int build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                     BuildCallback notify, void* data) {
  saved.remove(program);
  return compilers.clBuildProgram(program, count, devices, options, notify, data);
}

cl_program link_program(cl_context context, cl_uint count, const cl_device_id* devices, const char* options,
                        cl_uint inputs, const cl_program* programs, BuildCallback notify, void* data, cl_int* error) {
  cl_program program = compilers.clLinkProgram(context, count, devices, options, inputs, programs, notify, data, error);
  saved.remove(program);
  return program;
}

cl_kernel create_kernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = next.clCreateKernel(program, name, error);
  if (kernel != nullptr) save(program);
  return kernel;
}

cl_int create_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* count) {
  const cl_int result = next.clCreateKernelsInProgram(program, room, kernels, count);
  if (result == CL_SUCCESS) save(program);
  return result;
}

}  // namespace
}  // namespace eugene::inside::opencl

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
  const auto give = [&](const void* from, size_t bytes) -> cl_int {
    if (value != nullptr && size < bytes) return CL_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, from, bytes);
    if (size_ret != nullptr) *size_ret = bytes;
    return CL_SUCCESS;
  };
  static constexpr char kName[] = "Eugene";
  static constexpr cl_layer_api_version kVersion = CL_LAYER_API_VERSION_100;
  switch (name) {
    case CL_LAYER_API_VERSION: return give(&kVersion, sizeof kVersion);
    case CL_LAYER_NAME: return give(kName, sizeof kName);
    default: return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const cl_icd_dispatch* target_dispatch,
                                            cl_uint* num_entries_ret, const cl_icd_dispatch** layer_dispatch_ret) {
  using namespace eugene::inside::opencl;
  constexpr cl_uint kEntries = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (target_dispatch == nullptr || num_entries_ret == nullptr || layer_dispatch_ret == nullptr)
    return CL_INVALID_VALUE;
  // A loader that is older or newer than these headers has fewer or more entries. Missing entries stay null.
  next = {};
  std::memcpy(static_cast<void*>(&next), target_dispatch, std::min(num_entries, kEntries) * sizeof(void*));
  table = compilers = next;
  if (std::getenv(eugene::i915::kDirectoryVariable) != nullptr) {
    mark_builds(compilers, next);
    table.clBuildProgram = build_program;
    table.clCompileProgram = compilers.clCompileProgram;
    table.clLinkProgram = link_program;
    table.clCreateKernel = create_kernel;
    table.clCreateKernelsInProgram = create_kernels;
    tell_failures(table, next);
    name_arguments(table, next);
    if (is_text_checked()) check_text(table, next);
  }
  *layer_dispatch_ret = &table;
  *num_entries_ret = kEntries;
  return CL_SUCCESS;
}
