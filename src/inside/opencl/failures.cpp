#include "failures.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "../driver_layers/preloaded.h"
#include "platform.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

// Whether any work of this process has failed.
bool has_failed() { return failures() != 0; }

// Returns whether a call that waits for the queue can fail at once, because the queue is lost already. The driver would
// poll for half a second before it notices. Work of other contexts must end first, as the program may free its memory.
bool fails_at_once(cl_command_queue queue, bool waits) {
  if (!waits || !layer().queues.is_lost(queue)) return false;
  (void)driver().clFlush(queue);
  return is_idle();
}

// Returns the result of a call that has waited for the queue, with failures that the driver did not notice.
cl_int checked(cl_command_queue queue, bool waited, cl_int result) {
  if (!waited || result != CL_SUCCESS) return result;
  if (layer().queues.is_known(queue)) return layer().queues.is_lost(queue) ? CL_OUT_OF_RESOURCES : result;
  // clFinish returns at once, and fails if its context is lost.
  return has_failed() ? driver().clFinish(queue) : result;
}

cl_int finish(Next<&T::clFinish> next, cl_command_queue queue) {
  return fails_at_once(queue, true) ? CL_OUT_OF_RESOURCES : checked(queue, true, next(queue));
}

// Reads and writes that may block.
template <auto Function>
struct Copying;
template <class... Rest, cl_int (*cl_icd_dispatch::*Function)(cl_command_queue, cl_mem, cl_bool, Rest...)>
struct Copying<Function> {
  static cl_int call(Next<Function> next, cl_command_queue queue, cl_mem memory, cl_bool blocking, Rest... rest) {
    if (fails_at_once(queue, blocking != CL_FALSE)) return CL_OUT_OF_RESOURCES;
    return checked(queue, blocking != CL_FALSE, next(queue, memory, blocking, rest...));
  }
};

// Maps that may block. Their last argument is the place for an error.
template <auto Function>
struct Mapping;
template <class... Rest, void* (*cl_icd_dispatch::*Function)(cl_command_queue, cl_mem, cl_bool, Rest...)>
struct Mapping<Function> {
  static void* call(Next<Function> next, cl_command_queue queue, cl_mem memory, cl_bool blocking, Rest... rest) {
    return with_error(next, queue, memory, blocking, std::tuple<Rest...>(rest...));
  }

 private:
  static void* with_error(Next<Function> next, cl_command_queue queue, cl_mem memory, cl_bool blocking,
                          std::tuple<Rest...> rest) {
    cl_int*& error = std::get<sizeof...(Rest) - 1>(rest);
    cl_int result = CL_OUT_OF_RESOURCES;
    cl_int* const place = std::exchange(error, &result);
    void* mapped = nullptr;
    if (!fails_at_once(queue, blocking != CL_FALSE)) {
      mapped = std::apply([&](Rest... each) { return next(queue, memory, blocking, each...); }, rest);
      result = checked(queue, blocking != CL_FALSE, result);
    }
    if (place != nullptr) *place = result;
    return result == CL_SUCCESS ? mapped : nullptr;
  }
};

cl_int copy_shared(Next<&T::clEnqueueSVMMemcpy> next, cl_command_queue queue, cl_bool blocking, void* to,
                   const void* from, size_t bytes, cl_uint count, const cl_event* events, cl_event* event) {
  if (fails_at_once(queue, blocking != CL_FALSE)) return CL_OUT_OF_RESOURCES;
  const cl_int result = next(queue, blocking, to, from, bytes, count, events, event);
  return checked(queue, blocking != CL_FALSE, result);
}

cl_command_queue find_queue(cl_event event) {
  cl_command_queue queue = nullptr;
  const cl_int result = driver().clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, nullptr);
  return result == CL_SUCCESS ? queue : nullptr;
}

bool is_under_way(cl_event event) {
  cl_int status = CL_COMPLETE;
  return driver().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) ==
             CL_SUCCESS &&
         status > CL_COMPLETE;
}

cl_int wait_for_events(Next<&T::clWaitForEvents> next, cl_uint count, const cl_event* events) {
  std::vector<cl_command_queue> waiting;
  for (cl_uint i = 0; events != nullptr && i < count; ++i) {
    if (events[i] != nullptr && is_under_way(events[i])) waiting.push_back(find_queue(events[i]));
  }
  if (std::ranges::any_of(waiting, [](cl_command_queue each) { return fails_at_once(each, true); }))
    return CL_OUT_OF_RESOURCES;
  cl_int result = next(count, events);
  for (cl_command_queue each : waiting) {
    if (layer().queues.is_lost(each) && result == CL_SUCCESS) result = CL_OUT_OF_RESOURCES;
  }
  return result;
}

// An event that is submitted when something fails may never complete; waiting for it returns an error.
cl_int get_event_info(Next<&T::clGetEventInfo> next, cl_event event, cl_event_info name, size_t size, void* value,
                      size_t* size_ret) {
  const cl_int result = next(event, name, size, value, size_ret);
  if (result != CL_SUCCESS || name != CL_EVENT_COMMAND_EXECUTION_STATUS || value == nullptr) return result;
  cl_int status = CL_COMPLETE;
  std::memcpy(&status, value, sizeof status);
  if ((status != CL_SUBMITTED && status != CL_RUNNING) || !has_failed()) return result;
  (void)driver().clWaitForEvents(1, &event);
  return next(event, name, size, value, size_ret);
}

cl_command_queue create_queue(Next<&T::clCreateCommandQueue> next, cl_context context, cl_device_id device,
                              cl_command_queue_properties properties, cl_int* error) {
  cl_command_queue queue = next(context, device, properties, error);
  layer().queues.add(queue, device);
  return queue;
}

cl_command_queue create_queue_with(Next<&T::clCreateCommandQueueWithProperties> next, cl_context context,
                                   cl_device_id device, const cl_queue_properties* properties, cl_int* error) {
  cl_command_queue queue = next(context, device, properties, error);
  layer().queues.add(queue, device);
  return queue;
}

// Functions that release memory. The driver waits before it frees some kinds of memory, without checking whether the
// GPU still works.
template <auto Function>
struct Releasing;
template <class Result, class... Arguments, Result (*cl_icd_dispatch::*Function)(Arguments...)>
struct Releasing<Function> {
  static Result call(Next<Function> next, Arguments... arguments) {
    if (has_failed()) let_go();
    return next(arguments...);
  }
};

}  // namespace

Hooks failure_hooks() {
  return {hook<&T::clFinish, finish>(),
          hook<&T::clWaitForEvents, wait_for_events>(),
          hook<&T::clGetEventInfo, get_event_info>(),
          hook<&T::clCreateCommandQueue, create_queue>(),
          hook<&T::clEnqueueMapBuffer, Mapping<&T::clEnqueueMapBuffer>::call>(),
          hook<&T::clEnqueueMapImage, Mapping<&T::clEnqueueMapImage>::call>(),
          hook<&T::clEnqueueReadBuffer, Copying<&T::clEnqueueReadBuffer>::call>(),
          hook<&T::clEnqueueReadBufferRect, Copying<&T::clEnqueueReadBufferRect>::call>(),
          hook<&T::clEnqueueReadImage, Copying<&T::clEnqueueReadImage>::call>(),
          hook<&T::clEnqueueWriteBuffer, Copying<&T::clEnqueueWriteBuffer>::call>(),
          hook<&T::clEnqueueWriteBufferRect, Copying<&T::clEnqueueWriteBufferRect>::call>(),
          hook<&T::clEnqueueWriteImage, Copying<&T::clEnqueueWriteImage>::call>(),
          hook<&T::clReleaseMemObject, Releasing<&T::clReleaseMemObject>::call>(),
          hook<&T::clReleaseCommandQueue, Releasing<&T::clReleaseCommandQueue>::call>(),
          hook<&T::clReleaseContext, Releasing<&T::clReleaseContext>::call>(),
          hook<&T::clCreateCommandQueueWithProperties, create_queue_with>(),
          hook<&T::clEnqueueSVMMemcpy, copy_shared>(),
          hook<&T::clSVMFree, Releasing<&T::clSVMFree>::call>()};
}

}  // namespace eugene::inside::opencl
