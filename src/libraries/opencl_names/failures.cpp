#include "failures.h"

#include <dlfcn.h>

#include <cstring>

namespace eugene::i915 {
namespace {

const cl_icd_dispatch* driver = nullptr;

// Whether any work of this process has failed: the preloaded library knows.
bool has_failed() {
  static const auto failures = reinterpret_cast<unsigned long (*)()>(::dlsym(RTLD_DEFAULT, "eugene_failures"));
  return failures != nullptr && failures() != 0;
}

// After a call that has waited for the queue: clFinish returns at once and says whether its context is lost.
cl_int checked(cl_command_queue queue, bool waited, cl_int result) {
  return result == CL_SUCCESS && waited && has_failed() ? driver->clFinish(queue) : result;
}

template <auto Function>
struct Reading;
template <class... Rest, cl_int (*cl_icd_dispatch::*Function)(cl_command_queue, cl_mem, cl_bool, Rest...)>
struct Reading<Function> {
  static cl_int call(cl_command_queue queue, cl_mem memory, cl_bool blocking, Rest... rest) {
    return checked(queue, blocking != CL_FALSE, (driver->*Function)(queue, memory, blocking, rest...));
  }
};

cl_int copy_shared(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t bytes, cl_uint count,
                   const cl_event* events, cl_event* event) {
  const cl_int result = driver->clEnqueueSVMMemcpy(queue, blocking, to, from, bytes, count, events, event);
  return checked(queue, blocking != CL_FALSE, result);
}

void* map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                 size_t bytes, cl_uint count, const cl_event* events, cl_event* event, cl_int* error) {
  cl_int result = CL_SUCCESS;
  void* mapped =
      driver->clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, bytes, count, events, event, &result);
  result = checked(queue, blocking != CL_FALSE, result);
  if (error != nullptr) *error = result;
  return result == CL_SUCCESS ? mapped : nullptr;
}

// An event that is submitted when something fails may never complete; waiting for it returns an error.
cl_int get_event_info(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int result = driver->clGetEventInfo(event, name, size, value, size_ret);
  if (result != CL_SUCCESS || name != CL_EVENT_COMMAND_EXECUTION_STATUS || value == nullptr) return result;
  cl_int status = CL_COMPLETE;
  std::memcpy(&status, value, sizeof status);
  if ((status != CL_SUBMITTED && status != CL_RUNNING) || !has_failed()) return result;
  (void)driver->clWaitForEvents(1, &event);
  return driver->clGetEventInfo(event, name, size, value, size_ret);
}

}  // namespace

void tell_failures(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  driver = &next;
  using T = cl_icd_dispatch;
  table.clGetEventInfo = get_event_info;
  table.clEnqueueMapBuffer = map_buffer;
  table.clEnqueueReadBuffer = Reading<&T::clEnqueueReadBuffer>::call;
  table.clEnqueueReadBufferRect = Reading<&T::clEnqueueReadBufferRect>::call;
  table.clEnqueueReadImage = Reading<&T::clEnqueueReadImage>::call;
  if (next.clEnqueueSVMMemcpy != nullptr) table.clEnqueueSVMMemcpy = copy_shared;
}

}  // namespace eugene::i915
