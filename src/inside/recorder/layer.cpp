// An OpenCL layer (Khronos ICD loader interface) that records every launch of a program on any platform:
// `OPENCL_LAYERS=.../libeugene_recorder.so EUGENE_RECORD=DIR ./app`. `eugene run --record DIR` sets both variables. The
// recorder waits for each launch, so that nothing else changes its buffers meanwhile.
#include <CL/cl_layer.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "launch.h"
#include "objects.h"
#include "recording.h"

namespace eugene::inside::recorder {
namespace {

constexpr const char* kVariable = "EUGENE_RECORD";

cl_icd_dispatch next;
cl_icd_dispatch table;
std::recursive_mutex mutex;  // held during a whole launch; recursive, since drivers may call back while it waits
Objects objects;
std::optional<Recording> recording;

template <class T>
T kept(T handle, auto& objects_of_kind, auto&& value) {
  if (handle == nullptr) return handle;
  const std::scoped_lock lock(mutex);
  objects_of_kind[handle] = std::forward<decltype(value)>(value);
  return handle;
}

// Programs.

CL_API_ENTRY cl_program CL_API_CALL create_with_source(cl_context context, cl_uint count, const char** strings,
                                                       const size_t* lengths, cl_int* error) {
  cl_program program = next.clCreateProgramWithSource(context, count, strings, lengths, error);
  if (program == nullptr) return program;
  std::string text;
  for (cl_uint i = 0; i < count; ++i)
    text += lengths == nullptr || lengths[i] == 0 ? std::string(strings[i]) : std::string(strings[i], lengths[i]);
  return kept(program, objects.programs,
              Program{.kind = Program::Kind::source, .text = std::move(text), .options = {}});
}

CL_API_ENTRY cl_program CL_API_CALL create_with_il(cl_context context, const void* il, size_t length, cl_int* error) {
  cl_program program = next.clCreateProgramWithIL(context, il, length, error);
  if (program == nullptr) return program;
  return kept(program, objects.programs,
              Program{.kind = Program::Kind::il, .text = {static_cast<const char*>(il), length}, .options = {}});
}

CL_API_ENTRY cl_program CL_API_CALL create_with_binary(cl_context context, cl_uint count, const cl_device_id* devices,
                                                       const size_t* lengths, const unsigned char** binaries,
                                                       cl_int* status, cl_int* error) {
  return kept(next.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, error),
              objects.programs, Program{});
}

CL_API_ENTRY cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id* devices,
                                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  {
    const std::scoped_lock lock(mutex);
    objects.programs[program].options = options == nullptr ? "" : options;
  }
  return next.clBuildProgram(program, count, devices, options, notify, data);
}

// A specialized program differs from its IL, so its binary is recorded.
CL_API_ENTRY cl_int CL_API_CALL specialize(cl_program program, cl_uint id, size_t size, const void* value) {
  {
    const std::scoped_lock lock(mutex);
    objects.programs[program].kind = Program::Kind::binary;
  }
  return next.clSetProgramSpecializationConstant(program, id, size, value);
}

// Kernels.

CL_API_ENTRY cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = next.clCreateKernel(program, name, error);
  return kept(kernel, objects.kernels,
              RecordedKernel{.program = program, .name = name == nullptr ? "" : name, .arguments = {}});
}

CL_API_ENTRY cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel* kernels,
                                               cl_uint* created) {
  const cl_int status = next.clCreateKernelsInProgram(program, count, kernels, created);
  if (status != CL_SUCCESS || kernels == nullptr) return status;
  for (cl_kernel kernel : std::span(kernels, count)) {
    char name[1024] = "";
    if (next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr) == CL_SUCCESS)
      kept(kernel, objects.kernels, RecordedKernel{.program = program, .name = name, .arguments = {}});
  }
  return status;
}

CL_API_ENTRY cl_kernel CL_API_CALL clone(cl_kernel source, cl_int* error) {
  cl_kernel kernel = next.clCloneKernel(source, error);
  const std::scoped_lock lock(mutex);
  return kept(kernel, objects.kernels, RecordedKernel(objects.kernels[source]));
}

cl_int set(cl_int status, cl_kernel kernel, cl_uint index, Argument value) {
  if (status != CL_SUCCESS) return status;
  const std::scoped_lock lock(mutex);
  objects.kernels[kernel].arguments[index] = std::move(value);
  return status;
}

CL_API_ENTRY cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const cl_int status = next.clSetKernelArg(kernel, index, size, value);
  if (value == nullptr && size == sizeof(cl_mem)) {
    // Either a null buffer, or local memory of this size: the address qualifier tells which.
    cl_kernel_arg_address_qualifier qualifier = CL_KERNEL_ARG_ADDRESS_LOCAL;
    next.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof qualifier, &qualifier, nullptr);
    if (qualifier != CL_KERNEL_ARG_ADDRESS_LOCAL) return set(status, kernel, index, std::vector<std::byte>(size));
  }
  if (value == nullptr) return set(status, kernel, index, LocalMemory{size});
  const auto* bytes = static_cast<const std::byte*>(value);
  return set(status, kernel, index, std::vector<std::byte>(bytes, bytes + size));
}

CL_API_ENTRY cl_int CL_API_CALL set_svm_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  return set(next.clSetKernelArgSVMPointer(kernel, index, value), kernel, index, SvmPointer{});
}

// Memory. Buffers are created without host access flags, since the recorder reads them all.

constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

cl_mem created(cl_mem memory) {
  const std::scoped_lock lock(mutex);
  return kept(memory, objects.memory, objects.memory_created++);
}

CL_API_ENTRY cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                                              cl_int* error) {
  return created(next.clCreateBuffer(context, flags & ~kHostAccess, size, host, error));
}

CL_API_ENTRY cl_mem CL_API_CALL create_buffer_with_properties(cl_context context, const cl_mem_properties* properties,
                                                              cl_mem_flags flags, size_t size, void* host,
                                                              cl_int* error) {
  return created(next.clCreateBufferWithProperties(context, properties, flags & ~kHostAccess, size, host, error));
}

CL_API_ENTRY cl_mem CL_API_CALL create_sub_buffer(cl_mem memory, cl_mem_flags flags, cl_buffer_create_type type,
                                                  const void* place, cl_int* error) {
  return created(next.clCreateSubBuffer(memory, flags & ~kHostAccess, type, place, error));
}

CL_API_ENTRY cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                             const cl_image_desc* description, void* host, cl_int* error) {
  return created(next.clCreateImage(context, flags, format, description, host, error));
}

CL_API_ENTRY cl_int CL_API_CALL release_memory(cl_mem memory) {
  const std::scoped_lock lock(mutex);
  cl_uint references = 0;
  next.clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr);
  if (references == 1) objects.memory.erase(memory);
  return next.clReleaseMemObject(memory);
}

// Launches.

CL_API_ENTRY cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                        const size_t* offset, const size_t* global, const size_t* local, cl_uint waits,
                                        const cl_event* wait_list, cl_event* event) {
  const std::scoped_lock lock(mutex);
  Launch launch(next, queue, std::span(wait_list, wait_list == nullptr ? 0 : waits), *recording);
  launch.before(objects, kernel, {.dimensions = dimensions, .offset = offset, .global = global, .local = local});
  const cl_int status =
      next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, wait_list, event);
  if (status == CL_SUCCESS) launch.after();
  return status;
}

CL_API_ENTRY cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                                             const cl_event* wait_list, cl_event* event) {
  constexpr size_t kOne = 1;
  return enqueue(queue, kernel, 1, nullptr, &kOne, &kOne, waits, wait_list, event);
}

void fill_table() {
  table = next;
  table.clCreateProgramWithSource = &create_with_source;
  table.clCreateProgramWithIL = &create_with_il;
  table.clCreateProgramWithBinary = &create_with_binary;
  table.clBuildProgram = &build;
  table.clSetProgramSpecializationConstant = &specialize;
  table.clCreateKernel = &create_kernel;
  table.clCreateKernelsInProgram = &create_kernels;
  table.clCloneKernel = &clone;
  table.clSetKernelArg = &set_argument;
  table.clSetKernelArgSVMPointer = &set_svm_pointer;
  table.clCreateBuffer = &create_buffer;
  table.clCreateBufferWithProperties = &create_buffer_with_properties;
  table.clCreateSubBuffer = &create_sub_buffer;
  table.clCreateImage = &create_image;
  table.clReleaseMemObject = &release_memory;
  table.clEnqueueNDRangeKernel = &enqueue;
  table.clEnqueueTask = &enqueue_task;
}

}  // namespace
}  // namespace eugene::inside::recorder

// The two functions that the loader looks for (CL/cl_layer.h).

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
  constexpr char kName[] = "Eugene's recorder of launches";
  constexpr cl_layer_api_version kVersion = CL_LAYER_API_VERSION_100;
  const auto give = [&](const void* data, size_t length) {
    if (value != nullptr && size < length) return CL_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, data, length);
    if (size_ret != nullptr) *size_ret = length;
    return CL_SUCCESS;
  };
  if (name == CL_LAYER_API_VERSION) return give(&kVersion, sizeof kVersion);
  if (name == CL_LAYER_NAME) return give(kName, sizeof kName);
  return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_ret,
                                            const cl_icd_dispatch** layer) {
  using namespace eugene::inside::recorder;
  constexpr cl_uint kEntries = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (target == nullptr || entries_ret == nullptr || layer == nullptr) return CL_INVALID_VALUE;
  // A loader that is older or newer than these headers has fewer or more entries. Missing entries stay null.
  std::memcpy(static_cast<void*>(&next), target, std::min(entries, kEntries) * sizeof(void*));
  table = next;
  if (const char* directory = std::getenv(kVariable); directory != nullptr) {
    recording.emplace(directory);
    fill_table();
  }
  *layer = &table;
  *entries_ret = kEntries;
  return CL_SUCCESS;
}
