#include "arguments.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "../driver_layers/checked_run.h"
#include "../driver_layers/preloaded.h"
#include "buffers.h"
#include "checked_launch.h"
#include "fresh_buffers.h"
#include "host_memory.h"
#include "images.h"
#include "info.h"
#include "kernel_arguments.h"
#include "misuse.h"
#include "ordered_commands.h"
#include "usm.h"

namespace eugene::inside::opencl {
namespace {

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch before;  // the functions of the table that are replaced here

// Never destroyed: threads may launch kernels until the very end.
KernelArguments& kernels() {
  static KernelArguments* const instance = new KernelArguments;
  return *instance;
}

bool is_null_object(std::size_t size, const void* value) {
  if (value == nullptr) return true;
  cl_mem object = nullptr;
  if (size != sizeof(cl_mem)) return false;
  std::memcpy(static_cast<void*>(&object), value, size);
  return object == nullptr;
}

void note_image(cl_kernel kernel, cl_uint number, std::size_t size, const void* value) {
  cl_mem image = nullptr;
  if (value == nullptr || size != sizeof image) return;
  std::memcpy(static_cast<void*>(&image), value, size);
  const std::uint64_t memory = images().memory_of(image);
  if (memory == 0) return;
  const cl_kernel_arg_access_qualifier access = image_access(*driver, kernel, number);
  if (access == CL_KERNEL_ARG_ACCESS_NONE) return;
  kernels().give_image(kernel, number,
                       {.memory = memory,
                        .reads = access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
                        .writes = access != CL_KERNEL_ARG_ACCESS_READ_ONLY});
}

cl_int set_argument(cl_kernel kernel, cl_uint number, size_t size, const void* value) {
  const cl_int result = before.clSetKernelArg(kernel, number, size, value);
  const bool is_null = result == CL_SUCCESS && is_null_object(size, value) && points_to_buffer(*driver, kernel, number);
  kernels().set(kernel, number, is_null, result);
  if (result == CL_SUCCESS && is_checked_run()) {
    eugene_argument given = given_argument(*driver, number, size, value);
    if (is_null) given.given = eugene_given_null;
    kernels().give(kernel, given);
    // Checks each size only once, since asking the driver for the right size is slow.
    const bool is_value = given.given == eugene_given_value;
    if (is_value && kernels().is_new(kernel, std::to_string(number) + " has " + std::to_string(size)))
      check_value(kernel, number, size);
    if (given.given == eugene_given_buffer) check_buffer(kernel, number, value);
    if (are_calls_checked()) note_image(kernel, number, size, value);
  }
  return result;
}

cl_int set_shared_argument(cl_kernel kernel, cl_uint number, const void* value) {
  const cl_int result = before.clSetKernelArgSVMPointer(kernel, number, value);
  kernels().set(kernel, number, value == nullptr, result);
  if (result == CL_SUCCESS && is_checked_run()) kernels().give(kernel, shared_argument(number, value));
  return result;
}

cl_kernel create_kernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = before.clCreateKernel(program, name, error);
  if (kernel != nullptr) kernels().add(kernel);
  return kernel;
}

cl_int create_kernels(cl_program program, cl_uint room, cl_kernel* made, cl_uint* count) {
  const cl_int result = before.clCreateKernelsInProgram(program, room, made, count);
  cl_uint there = 0;
  if (result != CL_SUCCESS || made == nullptr) return result;
  if (driver->clCreateKernelsInProgram(program, 0, nullptr, &there) != CL_SUCCESS) return result;
  for (cl_uint i = 0; i < there && i < room; ++i) kernels().add(made[i]);
  return result;
}

cl_kernel clone_kernel(cl_kernel kernel, cl_int* error) {
  cl_kernel copy = before.clCloneKernel(kernel, error);
  if (copy != nullptr) kernels().clone(kernel, copy);
  return copy;
}

cl_int retain_kernel(cl_kernel kernel) {
  const cl_int result = before.clRetainKernel(kernel);
  if (result == CL_SUCCESS) kernels().retain(kernel);
  return result;
}

// Forgets the arguments first: as soon as the driver has released the kernel, another thread may get a new kernel with
// the same handle.
cl_int release_kernel(cl_kernel kernel) {
  kernels().release(kernel);
  return before.clReleaseKernel(kernel);
}

// True if the program may set arguments by functions of extensions, which bypass this layer.
bool may_be_set_otherwise = false;

cl_int CL_API_CALL set_usm_argument(cl_kernel kernel, cl_uint number, const void* value) {
  const cl_int result = usm_set_pointer()(kernel, number, value);
  kernels().set(kernel, number, value == nullptr, result);
  if (result == CL_SUCCESS) kernels().give(kernel, shared_argument(number, value));
  return result;
}

void* extension_function(cl_platform_id platform, const char* name) {
  void* const found = before.clGetExtensionFunctionAddressForPlatform(platform, name);
  if (name == nullptr) return found;
  void* const given = is_checked_run() ? usm_function(name, found, set_usm_argument) : found;
  if (given == found && std::strncmp(name, "clSetKernelArg", 14) == 0) may_be_set_otherwise = true;
  if (std::strncmp(name, "clEnqueue", 9) == 0) lose_sight_of_host_memory();
  return given;
}

// Reports why the driver refuses the launch, once for each kernel and argument.
void tell_of_missing(cl_kernel kernel) {
  if (may_be_set_otherwise) return;
  const auto count = kernel_info<cl_uint>(*driver, kernel, CL_KERNEL_NUM_ARGS, 0);
  const std::map<cl_uint, Argument> arguments = kernels().arguments(kernel);
  for (cl_uint number = 0; number < count; ++number) {
    const auto found = arguments.find(number);
    const Argument argument = found == arguments.end() ? Argument{} : found->second;
    if (argument.is_set) continue;
    const std::string text = describe_argument(*driver, kernel, number);
    if (!kernels().is_new(kernel, text)) continue;
    const std::string why =
        argument.error == CL_SUCCESS ? "was never set" : "was not set: error " + std::to_string(argument.error);
    std::fprintf(stderr, "eugene: kernel %s is not launched: its argument %s %s\n", name_of(*driver, kernel).c_str(),
                 text.c_str(), why.c_str());
  }
}

void note_null(cl_kernel kernel) {
  for (const cl_uint number : kernels().null_arguments(kernel)) {
    const std::string text = describe_argument(*driver, kernel, number);
    if (kernels().is_new(kernel, "null " + text)) note_null_argument(name_of(*driver, kernel).c_str(), text.c_str());
  }
}

// Reports a launch to the GPU. Call before the driver's function, since the kernel may run before the function returns.
unsigned long note_launch(cl_kernel kernel, const Shape& shape) {
  if (!is_checked_run()) return 0;
  end_sources_before_launch();
  std::vector<eugene_argument> arguments;
  const std::map<cl_uint, Argument> known = kernels().arguments(kernel);
  check_images(kernel, known);
  for (const auto& [number, each] : known) {
    if (!each.given) continue;
    eugene_argument& given = arguments.emplace_back(*each.given);
    if (const auto writes = buffers().host_writes(given.buffer)) {
      writes->tell(given);
    } else {
      given.buffer = 0;
    }
    if (given.given == eugene_given_buffer) check_launch(kernel, given);
    given.is_released = given.object != 0 && !buffers().has_object(given.object) ? 1 : 0;
  }
  const std::string name = name_of(*driver, kernel);
  const CurrentCommand command = current_command();
  eugene_launched launched = launch_of(name.c_str(), arguments, shape);
  launched.order = order_of(command);
  return tell_launch(launched);
}

// Returns a lock that keeps reports and launches in the same order. Kernels run in the order of the driver's calls, and
// the GPU matches them to reports by order.
std::unique_lock<std::recursive_mutex> one_after_another() {
  static std::recursive_mutex mutex;
  return is_checked_run() ? std::unique_lock(mutex) : std::unique_lock(mutex, std::defer_lock);
}

cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
              const size_t* local, cl_uint count, const cl_event* events, cl_event* event) {
  note_null(kernel);
  const auto lock = one_after_another();
  const unsigned long number = note_launch(kernel, {dimensions, offset, global, local});
  const cl_int result =
      before.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, events, event);
  if (result != CL_SUCCESS && number != 0) take_back(number);
  if (result == CL_INVALID_KERNEL_ARGS) tell_of_missing(kernel);
  return result;
}

cl_int launch_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* events, cl_event* event) {
  note_null(kernel);
  constexpr std::size_t kOne = 1;
  const auto lock = one_after_another();
  const unsigned long number = note_launch(kernel, {1, nullptr, &kOne, &kOne});
  const cl_int result = before.clEnqueueTask(queue, kernel, count, events, event);
  if (result != CL_SUCCESS && number != 0) take_back(number);
  if (result == CL_INVALID_KERNEL_ARGS) tell_of_missing(kernel);
  return result;
}

}  // namespace

void name_arguments(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  driver = &next;
  before = table;
  table.clSetKernelArg = set_argument;
  table.clCreateKernel = create_kernel;
  table.clCreateKernelsInProgram = create_kernels;
  table.clRetainKernel = retain_kernel;
  table.clReleaseKernel = release_kernel;
  table.clEnqueueNDRangeKernel = launch;
  table.clEnqueueTask = launch_task;
  fill_new_buffers(table, next);
  if (is_checked_run()) {
    watch_memory(table, next);
    watch_misuse(table, next);
    if (are_calls_checked()) {
      watch_host_memory(table, next);
      watch_images(table, next);
    }
  }
  if (next.clGetExtensionFunctionAddressForPlatform != nullptr)
    table.clGetExtensionFunctionAddressForPlatform = extension_function;
  if (next.clSetKernelArgSVMPointer != nullptr) table.clSetKernelArgSVMPointer = set_shared_argument;
  if (next.clCloneKernel != nullptr) table.clCloneKernel = clone_kernel;
  if (is_checked_run()) follow_commands(table);
}

}  // namespace eugene::inside::opencl
