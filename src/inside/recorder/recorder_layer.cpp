#include "recorder_layer.h"

#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include "../opencl/layer/object_hooks.h"
#include "launch_recorder.h"

namespace eugene::inside::recorder {
namespace {

using opencl::driver;
using opencl::hook;
using opencl::Next;
using opencl::T;

constexpr const char* kVariable = "EUGENE_RECORD";

RecorderLayer& layer() { return static_cast<RecorderLayer&>(opencl::current_layer()); }

template <class Handle>
Handle kept(Handle handle, auto& objects_of_kind, auto&& value) {
  if (handle == nullptr) return handle;
  const std::scoped_lock lock(layer().mutex);
  objects_of_kind[handle] = std::forward<decltype(value)>(value);
  return handle;
}

// Programs.

cl_program create_with_source(Next<&T::clCreateProgramWithSource> next, cl_context context, cl_uint count,
                              const char** strings, const size_t* lengths, cl_int* error) {
  cl_program program = next(context, count, strings, lengths, error);
  if (program == nullptr) return program;
  std::string text;
  for (cl_uint i = 0; i < count; ++i)
    text += lengths == nullptr || lengths[i] == 0 ? std::string(strings[i]) : std::string(strings[i], lengths[i]);
  return kept(program, layer().recorded.programs,
              RecordedProgram{.kind = RecordedProgram::Kind::source, .text = std::move(text), .options = {}});
}

cl_program create_with_il(Next<&T::clCreateProgramWithIL> next, cl_context context, const void* il, size_t length,
                          cl_int* error) {
  cl_program program = next(context, il, length, error);
  if (program == nullptr) return program;
  return kept(program, layer().recorded.programs,
              RecordedProgram{
                  .kind = RecordedProgram::Kind::il, .text = {static_cast<const char*>(il), length}, .options = {}});
}

cl_program create_with_binary(Next<&T::clCreateProgramWithBinary> next, cl_context context, cl_uint count,
                              const cl_device_id* devices, const size_t* lengths, const unsigned char** binaries,
                              cl_int* status, cl_int* error) {
  return kept(next(context, count, devices, lengths, binaries, status, error), layer().recorded.programs,
              RecordedProgram{});
}

cl_int build(Next<&T::clBuildProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
             const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  {
    const std::scoped_lock lock(layer().mutex);
    layer().recorded.programs[program].options = options == nullptr ? "" : options;
  }
  return next(program, count, devices, options, notify, data);
}

// A specialized program differs from its IL, so its binary is recorded.
cl_int specialize(Next<&T::clSetProgramSpecializationConstant> next, cl_program program, cl_uint id, size_t size,
                  const void* value) {
  {
    const std::scoped_lock lock(layer().mutex);
    layer().recorded.programs[program].kind = RecordedProgram::Kind::binary;
  }
  return next(program, id, size, value);
}

// Kernels.

cl_kernel create_kernel(Next<&T::clCreateKernel> next, cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = next(program, name, error);
  return kept(kernel, layer().recorded.kernels,
              RecordedKernel{.program = program, .name = name == nullptr ? "" : name, .arguments = {}});
}

cl_int create_kernels(Next<&T::clCreateKernelsInProgram> next, cl_program program, cl_uint count, cl_kernel* kernels,
                      cl_uint* created) {
  const cl_int status = next(program, count, kernels, created);
  if (status != CL_SUCCESS || kernels == nullptr) return status;
  for (cl_kernel kernel : std::span(kernels, count)) {
    char name[1024] = "";
    if (driver().clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr) == CL_SUCCESS)
      kept(kernel, layer().recorded.kernels, RecordedKernel{.program = program, .name = name, .arguments = {}});
  }
  return status;
}

cl_kernel clone(Next<&T::clCloneKernel> next, cl_kernel source, cl_int* error) {
  cl_kernel kernel = next(source, error);
  const std::scoped_lock lock(layer().mutex);
  return kept(kernel, layer().recorded.kernels, RecordedKernel(layer().recorded.kernels[source]));
}

cl_int set(cl_int status, cl_kernel kernel, cl_uint index, RecordedArgument value) {
  if (status != CL_SUCCESS) return status;
  const std::scoped_lock lock(layer().mutex);
  layer().recorded.kernels[kernel].arguments[index] = std::move(value);
  return status;
}

cl_int set_argument(Next<&T::clSetKernelArg> next, cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const cl_int status = next(kernel, index, size, value);
  if (value == nullptr && size == sizeof(cl_mem)) {
    // Either a null buffer, or local memory of this size: the address qualifier tells which.
    cl_kernel_arg_address_qualifier qualifier = CL_KERNEL_ARG_ADDRESS_LOCAL;
    driver().clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof qualifier, &qualifier, nullptr);
    if (qualifier != CL_KERNEL_ARG_ADDRESS_LOCAL) return set(status, kernel, index, std::vector<std::byte>(size));
  }
  if (value == nullptr) return set(status, kernel, index, LocalMemory{size});
  const auto* bytes = static_cast<const std::byte*>(value);
  return set(status, kernel, index, std::vector<std::byte>(bytes, bytes + size));
}

cl_int set_svm_pointer(Next<&T::clSetKernelArgSVMPointer> next, cl_kernel kernel, cl_uint index, const void* value) {
  return set(next(kernel, index, value), kernel, index, SvmPointer{});
}

// Memory. Buffers are created without host access flags, since the recorder reads them all.

constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

cl_mem created(cl_mem memory) {
  const std::scoped_lock lock(layer().mutex);
  return kept(memory, layer().recorded.memory, layer().recorded.memory_created++);
}

cl_mem create_buffer(Next<&T::clCreateBuffer> next, cl_context context, cl_mem_flags flags, size_t size, void* host,
                     cl_int* error) {
  return created(next(context, flags & ~kHostAccess, size, host, error));
}

cl_mem create_buffer_with_properties(Next<&T::clCreateBufferWithProperties> next, cl_context context,
                                     const cl_mem_properties* properties, cl_mem_flags flags, size_t size, void* host,
                                     cl_int* error) {
  return created(next(context, properties, flags & ~kHostAccess, size, host, error));
}

cl_mem create_sub_buffer(Next<&T::clCreateSubBuffer> next, cl_mem memory, cl_mem_flags flags,
                         cl_buffer_create_type type, const void* place, cl_int* error) {
  return created(next(memory, flags & ~kHostAccess, type, place, error));
}

cl_mem create_image(Next<&T::clCreateImage> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
                    const cl_image_desc* description, void* host, cl_int* error) {
  return created(next(context, flags, format, description, host, error));
}

// Launches.

cl_int enqueue(Next<&T::clEnqueueNDRangeKernel> next, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
               const size_t* offset, const size_t* global, const size_t* local, cl_uint waits,
               const cl_event* wait_list, cl_event* event) {
  const std::scoped_lock lock(layer().mutex);
  LaunchRecorder launch(queue, std::span(wait_list, wait_list == nullptr ? 0 : waits), *layer().recording);
  launch.before(layer().recorded, kernel,
                {.dimensions = dimensions, .offset = offset, .global = global, .local = local});
  const cl_int status = next(queue, kernel, dimensions, offset, global, local, waits, wait_list, event);
  if (status == CL_SUCCESS) launch.after();
  return status;
}

cl_int enqueue_task(Next<&T::clEnqueueTask> next, cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                    const cl_event* wait_list, cl_event* event) {
  constexpr size_t kOne = 1;
  return enqueue(next.other<&T::clEnqueueNDRangeKernel>(), queue, kernel, 1, nullptr, &kOne, &kOne, waits, wait_list,
                 event);
}

opencl::Hooks recorder_hooks() {
  return {hook<&T::clCreateProgramWithSource, create_with_source>(),
          hook<&T::clCreateProgramWithIL, create_with_il>(),
          hook<&T::clCreateProgramWithBinary, create_with_binary>(),
          hook<&T::clBuildProgram, build>(),
          hook<&T::clSetProgramSpecializationConstant, specialize>(),
          hook<&T::clCreateKernel, create_kernel>(),
          hook<&T::clCreateKernelsInProgram, create_kernels>(),
          hook<&T::clCloneKernel, clone>(),
          hook<&T::clSetKernelArg, set_argument>(),
          hook<&T::clSetKernelArgSVMPointer, set_svm_pointer>(),
          hook<&T::clCreateBuffer, create_buffer>(),
          hook<&T::clCreateBufferWithProperties, create_buffer_with_properties>(),
          hook<&T::clCreateSubBuffer, create_sub_buffer>(),
          hook<&T::clCreateImage, create_image>(),
          hook<&T::clEnqueueNDRangeKernel, enqueue>(),
          hook<&T::clEnqueueTask, enqueue_task>()};
}

constexpr std::array<opencl::PartRow, 2> kParts{{
    {opencl::object_hooks, nullptr},
    {recorder_hooks, nullptr},
}};

}  // namespace

RecorderLayer::RecorderLayer(const cl_icd_dispatch& driver) : Layer(driver) {
  if (const char* directory = std::getenv(kVariable); directory != nullptr) recording.emplace(directory);
}

std::span<const opencl::PartRow> RecorderLayer::parts() const {
  return recording ? std::span<const opencl::PartRow>(kParts) : std::span<const opencl::PartRow>();
}

void RecorderLayer::ends(cl_mem memory) {
  const std::scoped_lock lock(mutex);
  recorded.memory.erase(memory);
}

void RecorderLayer::ends(cl_kernel kernel) {
  const std::scoped_lock lock(mutex);
  recorded.kernels.erase(kernel);
}

void RecorderLayer::ends(cl_program program) {
  const std::scoped_lock lock(mutex);
  recorded.programs.erase(program);
}

}  // namespace eugene::inside::recorder

namespace eugene::inside::opencl {

const std::string_view kLayerName = "Eugene's recorder of launches";
std::unique_ptr<Layer> make_layer(const cl_icd_dispatch& driver) {
  return std::make_unique<recorder::RecorderLayer>(driver);
}

}  // namespace eugene::inside::opencl
