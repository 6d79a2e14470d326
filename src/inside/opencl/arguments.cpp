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
#include "program_layer.h"
#include "usm.h"

namespace eugene::inside::opencl {
namespace {

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
  const std::uint64_t memory = layer().images.find_memory(image);
  if (memory == 0) return;
  const cl_kernel_arg_access_qualifier access = image_access(kernel, number);
  if (access == CL_KERNEL_ARG_ACCESS_NONE) return;
  layer().kernels.give_image(kernel, number,
                             {.memory = memory,
                              .reads = access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
                              .writes = access != CL_KERNEL_ARG_ACCESS_READ_ONLY});
}

cl_int set_argument(Next<&T::clSetKernelArg> next, cl_kernel kernel, cl_uint number, size_t size, const void* value) {
  const cl_int result = next(kernel, number, size, value);
  const bool is_null = result == CL_SUCCESS && is_null_object(size, value) && points_to_buffer(kernel, number);
  layer().kernels.set(kernel, number, is_null, result);
  if (result == CL_SUCCESS && is_checked_run()) {
    eugene_argument given = given_argument(number, size, value);
    if (is_null) given.given = eugene_given_null;
    layer().kernels.give(kernel, given);
    // Checks each size only once, since asking the driver for the right size is slow.
    const bool is_value = given.given == eugene_given_value;
    if (is_value && layer().kernels.is_new(kernel, std::to_string(number) + " has " + std::to_string(size)))
      check_value(kernel, number, size);
    if (given.given == eugene_given_buffer) check_buffer(kernel, number, value);
    if (are_calls_checked()) note_image(kernel, number, size, value);
  }
  return result;
}

cl_int set_shared_argument(Next<&T::clSetKernelArgSVMPointer> next, cl_kernel kernel, cl_uint number,
                           const void* value) {
  const cl_int result = next(kernel, number, value);
  layer().kernels.set(kernel, number, value == nullptr, result);
  if (result == CL_SUCCESS && is_checked_run()) layer().kernels.give(kernel, shared_argument(number, value));
  return result;
}

cl_kernel clone_kernel(Next<&T::clCloneKernel> next, cl_kernel kernel, cl_int* error) {
  cl_kernel copy = next(kernel, error);
  if (copy != nullptr) layer().kernels.clone(kernel, copy);
  return copy;
}

cl_int CL_API_CALL set_usm_argument(cl_kernel kernel, cl_uint number, const void* value) {
  const cl_int result = layer().usm.set_argument.load()(kernel, number, value);
  layer().kernels.set(kernel, number, value == nullptr, result);
  if (result == CL_SUCCESS) layer().kernels.give(kernel, shared_argument(number, value));
  return result;
}

void* extension_function(Next<&T::clGetExtensionFunctionAddressForPlatform> next, cl_platform_id platform,
                         const char* name) {
  void* const found = next(platform, name);
  if (name == nullptr) return found;
  void* const given = is_checked_run() ? usm_function(name, found, set_usm_argument) : found;
  if (given == found && std::strncmp(name, "clSetKernelArg", 14) == 0) layer().arguments_may_be_set_otherwise = true;
  if (std::strncmp(name, "clEnqueue", 9) == 0) lose_sight_of_host_memory();
  return given;
}

// Reports why the driver refuses the launch, once for each kernel and argument.
void tell_of_missing(cl_kernel kernel) {
  if (layer().arguments_may_be_set_otherwise) return;
  const auto count = kernel_info<cl_uint>(kernel, CL_KERNEL_NUM_ARGS, 0);
  const std::map<cl_uint, ArgumentState> arguments = layer().kernels.arguments(kernel);
  for (cl_uint number = 0; number < count; ++number) {
    const auto found = arguments.find(number);
    const ArgumentState argument = found == arguments.end() ? ArgumentState{} : found->second;
    if (argument.is_set) continue;
    const std::string text = describe_argument(kernel, number);
    if (!layer().kernels.is_new(kernel, text)) continue;
    const std::string why =
        argument.error == CL_SUCCESS ? "was never set" : "was not set: error " + std::to_string(argument.error);
    std::fprintf(stderr, "eugene: kernel %s is not launched: its argument %s %s\n", find_name(kernel).c_str(),
                 text.c_str(), why.c_str());
  }
}

void note_null(cl_kernel kernel) {
  for (const cl_uint number : layer().kernels.null_arguments(kernel)) {
    const std::string text = describe_argument(kernel, number);
    if (layer().kernels.is_new(kernel, "null " + text)) note_null_argument(find_name(kernel).c_str(), text.c_str());
  }
}

// Reports a launch to the GPU. Call before the driver's function, since the kernel may run before the function returns.
unsigned long note_launch(cl_kernel kernel, const Shape& shape) {
  if (!is_checked_run()) return 0;
  end_sources_before_launch();
  std::vector<eugene_argument> arguments;
  const std::map<cl_uint, ArgumentState> known = layer().kernels.arguments(kernel);
  check_images(kernel, known);
  for (const auto& [number, each] : known) {
    if (!each.given) continue;
    eugene_argument& given = arguments.emplace_back(*each.given);
    if (const auto writes = layer().buffers.host_writes(given.buffer)) {
      writes->tell(given);
    } else {
      given.buffer = 0;
    }
    if (given.given == eugene_given_buffer) check_launch(kernel, given);
    given.is_released = given.object != 0 && !layer().buffers.has_object(given.object) ? 1 : 0;
  }
  const std::string name = find_name(kernel);
  const CurrentCommand command = current_command();
  eugene_launched launched = make_launch(name.c_str(), arguments, shape);
  launched.order = make_order(command);
  return tell_launch(launched);
}

// Returns a lock that keeps reports and launches in the same order. Kernels run in the order of the driver's calls, and
// the GPU matches them to reports by order.
std::unique_lock<std::recursive_mutex> lock_submission() {
  return is_checked_run() ? std::unique_lock(layer().launching) : std::unique_lock(layer().launching, std::defer_lock);
}

cl_int launch(Next<&T::clEnqueueNDRangeKernel> next, cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
              const size_t* offset, const size_t* global, const size_t* local, cl_uint count, const cl_event* events,
              cl_event* event) {
  note_null(kernel);
  const auto lock = lock_submission();
  const unsigned long number = note_launch(kernel, {dimensions, offset, global, local});
  const cl_int result = next(queue, kernel, dimensions, offset, global, local, count, events, event);
  if (result != CL_SUCCESS && number != 0) take_back(number);
  if (result == CL_INVALID_KERNEL_ARGS) tell_of_missing(kernel);
  return result;
}

cl_int launch_task(Next<&T::clEnqueueTask> next, cl_command_queue queue, cl_kernel kernel, cl_uint count,
                   const cl_event* events, cl_event* event) {
  note_null(kernel);
  constexpr std::size_t kOne = 1;
  const auto lock = lock_submission();
  const unsigned long number = note_launch(kernel, {1, nullptr, &kOne, &kOne});
  const cl_int result = next(queue, kernel, count, events, event);
  if (result != CL_SUCCESS && number != 0) take_back(number);
  if (result == CL_INVALID_KERNEL_ARGS) tell_of_missing(kernel);
  return result;
}

}  // namespace

Hooks argument_hooks() {
  return {hook<&T::clSetKernelArg, set_argument>(),
          hook<&T::clEnqueueNDRangeKernel, launch>(),
          hook<&T::clEnqueueTask, launch_task>(),
          hook<&T::clGetExtensionFunctionAddressForPlatform, extension_function>(),
          hook<&T::clSetKernelArgSVMPointer, set_shared_argument>(),
          hook<&T::clCloneKernel, clone_kernel>()};
}

}  // namespace eugene::inside::opencl
