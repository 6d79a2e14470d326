#include "ordered_commands.h"

#include <map>
#include <mutex>
#include <span>
#include <tuple>

#include "../driver_layers/command_order.h"
#include "host_memory.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

thread_local CommandOrder::Number current = 0;

// Calls `end`, which ends commands. Checks the host memory that these commands have read before another thread can
// learn that they ended.
template <class End>
void end_commands(End end) {
  std::vector<std::string> changed;
  {
    const std::scoped_lock lock(layer().commands.mutex);
    end(layer().commands.order);
    changed = layer().commands.host_sources.end(layer().commands.order.take_ended());
  }
  tell_of_changed_memory(changed);
}

// A call of the program that gives a command to a queue.
class Call {
 public:
  Call(cl_command_queue queue, cl_uint count, const cl_event* events, bool follows_queue, bool leads_queue) {
    std::vector<Handle> waits;
    if (events != nullptr) waits.assign(events, events + count);
    const std::scoped_lock lock(layer().commands.mutex);
    current = layer().commands.order.begin(
        {.queue = queue, .waits = waits, .follows_queue = follows_queue, .leads_queue = leads_queue});
  }
  ~Call() { current = 0; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Call when the driver has accepted the command. `has_ended` is true if the command has been executed too.
  void succeeds(const cl_event* event, bool has_ended) const {
    end_commands([&](CommandOrder& order) {
      if (event != nullptr) order.give(current, *event);
      if (has_ended) order.end(current);
    });
  }
};

// Replaces a function that gives a command to a queue. In all these functions, the queue is the first argument; the
// events to wait for and the command's event are the last three. `Blocks` is the index of the argument that makes the
// call wait for the command; 0: none.
template <auto Member, std::size_t Blocks>
struct Ordered;

template <class... A, cl_int (CL_API_CALL* cl_icd_dispatch::*Member)(A...), std::size_t Blocks>
struct Ordered<Member, Blocks> {
  static cl_int call(Next<Member> next, A... arguments) {
    const std::tuple<A...> all(arguments...);
    constexpr std::size_t kCount = sizeof...(A);
    const Call command(std::get<0>(all), std::get<kCount - 3>(all), std::get<kCount - 2>(all), false, false);
    const cl_int result = next(arguments...);
    bool has_ended = false;
    if constexpr (Blocks != 0) has_ended = std::get<Blocks>(all) != CL_FALSE;
    if (result == CL_SUCCESS) command.succeeds(std::get<kCount - 1>(all), has_ended);
    return result;
  }
};

template <auto Member, std::size_t Blocks = 0>
Hook follow() {
  return hook<Member, Ordered<Member, Blocks>::call>();
}

void* map_buffer(Next<&T::clEnqueueMapBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
                 cl_map_flags flags, size_t offset, size_t size, cl_uint count, const cl_event* events, cl_event* event,
                 cl_int* error) {
  const Call command(queue, count, events, false, false);
  void* const memory = next(queue, buffer, is_blocking, flags, offset, size, count, events, event, error);
  if (memory != nullptr) command.succeeds(event, is_blocking != CL_FALSE);
  return memory;
}

void* map_image(Next<&T::clEnqueueMapImage> next, cl_command_queue queue, cl_mem image, cl_bool is_blocking,
                cl_map_flags flags, const size_t* at, const size_t* size, size_t* row, size_t* slice, cl_uint count,
                const cl_event* events, cl_event* event, cl_int* error) {
  const Call command(queue, count, events, false, false);
  void* const memory = next(queue, image, is_blocking, flags, at, size, row, slice, count, events, event, error);
  if (memory != nullptr) command.succeeds(event, is_blocking != CL_FALSE);
  return memory;
}

cl_int marker(Next<&T::clEnqueueMarkerWithWaitList> next, cl_command_queue queue, cl_uint count, const cl_event* events,
              cl_event* event) {
  const Call command(queue, count, events, count == 0, false);
  const cl_int result = next(queue, count, events, event);
  if (result == CL_SUCCESS) command.succeeds(event, false);
  return result;
}

cl_int barrier(Next<&T::clEnqueueBarrierWithWaitList> next, cl_command_queue queue, cl_uint count,
               const cl_event* events, cl_event* event) {
  const Call command(queue, count, events, count == 0, true);
  const cl_int result = next(queue, count, events, event);
  if (result == CL_SUCCESS) command.succeeds(event, false);
  return result;
}

cl_int old_marker(Next<&T::clEnqueueMarker> next, cl_command_queue queue, cl_event* event) {
  const Call command(queue, 0, nullptr, true, false);
  const cl_int result = next(queue, event);
  if (result == CL_SUCCESS) command.succeeds(event, false);
  return result;
}

cl_int old_barrier(Next<&T::clEnqueueBarrier> next, cl_command_queue queue) {
  const Call command(queue, 0, nullptr, true, true);
  return next(queue);
}

cl_int old_wait(Next<&T::clEnqueueWaitForEvents> next, cl_command_queue queue, cl_uint count, const cl_event* events) {
  const Call command(queue, count, events, false, true);
  return next(queue, count, events);
}

void note_queue(cl_command_queue queue, cl_command_queue_properties properties) {
  if (queue == nullptr) return;
  const std::scoped_lock lock(layer().commands.mutex);
  layer().commands.order.add_queue(queue, (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0);
}

cl_command_queue create_queue(Next<&T::clCreateCommandQueue> next, cl_context context, cl_device_id device,
                              cl_command_queue_properties properties, cl_int* error) {
  const cl_command_queue queue = next(context, device, properties, error);
  note_queue(queue, properties);
  return queue;
}

cl_command_queue create_queue_with(Next<&T::clCreateCommandQueueWithProperties> next, cl_context context,
                                   cl_device_id device, const cl_queue_properties* properties, cl_int* error) {
  const cl_command_queue queue = next(context, device, properties, error);
  cl_command_queue_properties flags = 0;
  for (const cl_queue_properties* each = properties; each != nullptr && *each != 0; each += 2) {
    if (*each == CL_QUEUE_PROPERTIES) flags = each[1];
  }
  note_queue(queue, flags);
  return queue;
}

void end_event(cl_event event) {
  end_commands([&](CommandOrder& order) { order.end_event(event); });
}

cl_int finish(Next<&T::clFinish> next, cl_command_queue queue) {
  const cl_int result = next(queue);
  end_commands([&](CommandOrder& order) {
    order.end_queue(queue);
    layer().commands.host_sources.finish(queue);
  });
  return result;
}

cl_int wait_for(Next<&T::clWaitForEvents> next, cl_uint count, const cl_event* events) {
  const cl_int result = next(count, events);
  for (cl_uint i = 0; events != nullptr && i < count; ++i) end_event(events[i]);
  return result;
}

cl_int event_info(Next<&T::clGetEventInfo> next, cl_event event, cl_event_info what, size_t room, void* value,
                  size_t* bytes) {
  const cl_int result = next(event, what, room, value, bytes);
  const bool has_status = result == CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr;
  if (has_status && *static_cast<const cl_int*>(value) <= CL_COMPLETE) end_event(event);
  return result;
}

// Only a command that has ended has an end time.
cl_int event_times(Next<&T::clGetEventProfilingInfo> next, cl_event event, cl_profiling_info what, size_t room,
                   void* value, size_t* bytes) {
  const cl_int result = next(event, what, room, value, bytes);
  if (result == CL_SUCCESS && what == CL_PROFILING_COMMAND_END) end_event(event);
  return result;
}

// The time of the callback is unknown, so the command counts as ended now.
cl_int call_back(Next<&T::clSetEventCallback> next, cl_event event, cl_int type,
                 void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* data) {
  end_event(event);
  return next(event, type, function, data);
}

void forget(cl_event event) {
  const std::scoped_lock lock(layer().commands.mutex);
  layer().commands.order.forget(event);
}

cl_event create_user_event(Next<&T::clCreateUserEvent> next, cl_context context, cl_int* error) {
  const cl_event event = next(context, error);
  if (event != nullptr) forget(event);
  return event;
}

cl_int release_event(Next<&T::clReleaseEvent> next, cl_event event) {
  cl_uint references = 0;
  const cl_int asked =
      driver().clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, nullptr);
  if (asked == CL_SUCCESS && references == 1) forget(event);
  return next(event);
}

}  // namespace

CurrentCommand current_command() {
  if (current == 0) return {};
  const std::scoped_lock lock(layer().commands.mutex);
  const CommandOrder& order = layer().commands.order;
  return {.number = current, .unordered = order.unordered(current), .is_alone = !order.has_several()};
}

void change_host_sources(const ChangeOfSources& change) {
  std::vector<std::string> changed;
  {
    const std::scoped_lock lock(layer().commands.mutex);
    changed = change(layer().commands.host_sources, current);
  }
  tell_of_changed_memory(changed);
}

CurrentCommand begin_host_access(const void* memory) {
  if (current == 0) return {};
  const std::scoped_lock lock(layer().commands.mutex);
  CommandOrder& order = layer().commands.order;
  const CommandOrder::Number number = order.begin_host(current);
  layer().commands.maps[memory] = number;
  return {.number = number, .unordered = order.unordered(number), .is_alone = false};
}

void end_host_access(const void* memory) {
  const std::scoped_lock lock(layer().commands.mutex);
  const auto found = layer().commands.maps.find(memory);
  if (found == layer().commands.maps.end()) return;
  layer().commands.order.end(found->second);
  layer().commands.maps.erase(found);
}

Hooks order_hooks() {
  return {follow<&T::clEnqueueNDRangeKernel>(),
          follow<&T::clEnqueueTask>(),
          follow<&T::clEnqueueNativeKernel>(),
          follow<&T::clEnqueueReadBuffer, 2>(),
          follow<&T::clEnqueueWriteBuffer, 2>(),
          follow<&T::clEnqueueReadBufferRect, 2>(),
          follow<&T::clEnqueueWriteBufferRect, 2>(),
          follow<&T::clEnqueueReadImage, 2>(),
          follow<&T::clEnqueueWriteImage, 2>(),
          follow<&T::clEnqueueCopyBuffer>(),
          follow<&T::clEnqueueCopyBufferRect>(),
          follow<&T::clEnqueueCopyImage>(),
          follow<&T::clEnqueueCopyImageToBuffer>(),
          follow<&T::clEnqueueCopyBufferToImage>(),
          follow<&T::clEnqueueFillBuffer>(),
          follow<&T::clEnqueueFillImage>(),
          follow<&T::clEnqueueMigrateMemObjects>(),
          follow<&T::clEnqueueUnmapMemObject>(),
          follow<&T::clEnqueueSVMFree>(),
          follow<&T::clEnqueueSVMMemcpy, 1>(),
          follow<&T::clEnqueueSVMMemFill>(),
          follow<&T::clEnqueueSVMMap, 1>(),
          follow<&T::clEnqueueSVMUnmap>(),
          follow<&T::clEnqueueSVMMigrateMem>(),
          hook<&T::clCreateCommandQueue, create_queue>(),
          hook<&T::clFinish, finish>(),
          hook<&T::clWaitForEvents, wait_for>(),
          hook<&T::clGetEventInfo, event_info>(),
          hook<&T::clGetEventProfilingInfo, event_times>(),
          hook<&T::clReleaseEvent, release_event>(),
          hook<&T::clCreateCommandQueueWithProperties, create_queue_with>(),
          hook<&T::clSetEventCallback, call_back>(),
          hook<&T::clCreateUserEvent, create_user_event>(),
          hook<&T::clEnqueueMapBuffer, map_buffer>(),
          hook<&T::clEnqueueMapImage, map_image>(),
          hook<&T::clEnqueueMarker, old_marker>(),
          hook<&T::clEnqueueBarrier, old_barrier>(),
          hook<&T::clEnqueueWaitForEvents, old_wait>(),
          hook<&T::clEnqueueMarkerWithWaitList, marker>(),
          hook<&T::clEnqueueBarrierWithWaitList, barrier>()};
}

}  // namespace eugene::inside::opencl
