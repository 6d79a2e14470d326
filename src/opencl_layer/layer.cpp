// An OpenCL layer (Khronos ICD loader interface) between a program and Intel's driver: `eugene run` puts it there, and
// clients of `eugene serve` may. The driver has no way to learn over the simulator interface that work has failed, when
// commands ran, or that it shares no memory with the GPU; the layer tells the program.
#include <CL/cl_layer.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "calls.h"
#include "connections.h"
#include "driver_calls.h"
#include "serve/channel.h"
#include "serve/profiling.h"
#include "shared_memory.h"

namespace eugene::opencl_layer {

cl_icd_dispatch next;

namespace {

using serve::ChannelState;

cl_icd_dispatch table;
const ChannelState* state = nullptr;  // null where there is no channel: then the layer changes nothing
std::string directory;

std::mutex mutex;
std::unordered_map<cl_command_queue, std::uint64_t> failures_told;  // that waits for a queue have returned
std::unordered_map<cl_event, Moment> events;                        // before their commands

// What has gone wrong on this process's connections.
struct Failures {
  std::uint64_t count = 0;
  bool lost = false;  // nothing is executed any more
};

Failures failures() {
  static std::mutex own_mutex;
  static std::uint64_t seen = 0;
  static Failures own;
  if (state == nullptr) return {};
  const std::scoped_lock lock(own_mutex);
  const std::uint64_t all = state->failures.load(std::memory_order_acquire);
  if (all == seen) return own;
  seen = all;
  Failures found;
  for (const std::uint16_t port : ports_to_server()) {
    found.count += state->connections[port].failures;
    found.lost = found.lost || state->connections[port].lost != 0;
  }
  // What a connection that has been closed since had to tell stays told.
  own = {.count = std::max(own.count, found.count), .lost = own.lost || found.lost};
  return own;
}

// Maps the channel's state; leaves the layer without effect where that cannot be.
void open_channel() {
  const char* name = std::getenv(serve::kChannelVariable);
  if (name == nullptr) return;
  const int file = ::open((std::string(name) + "/" + serve::kChannelState).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  if (::fstat(file, &status) == 0 && status.st_size >= static_cast<off_t>(sizeof(ChannelState))) {
    void* memory = ::mmap(nullptr, sizeof(ChannelState), PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) state = static_cast<const ChannelState*>(memory);
  }
  ::close(file);
  if (state != nullptr && state->magic != ChannelState::kMagic) state = nullptr;
  if (state == nullptr) return;
  directory = name;
}

bool failed_since(const Moment& moment) {
  const Failures now = failures();
  return now.lost || moment.failures < now.count;
}

// Before the command of `event`; of an event that is no command's, now.
Moment moment_of(cl_event event) {
  const Moment now = current_moment();
  const std::scoped_lock lock(mutex);
  const auto found = events.find(event);
  return found == events.end() ? now : found->second;
}

bool has_failed(cl_event event) { return failed_since(moment_of(event)); }

// What a program wants called, and what it is about.
struct Callback {
  void(CL_CALLBACK* function)(cl_event, cl_int, void*);
  void* data;
  Moment moment;
};

void CL_CALLBACK call_back(cl_event event, cl_int status, void* data) {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(data));
  if (status == CL_COMPLETE && failed_since(callback->moment)) status = CL_OUT_OF_RESOURCES;
  callback->function(event, status, callback->data);
}

cl_int set_event_callback(cl_event event, cl_int when, void(CL_CALLBACK* function)(cl_event, cl_int, void*),
                          void* data) {
  if (function == nullptr) return next.clSetEventCallback(event, when, function, data);
  auto callback = std::make_unique<Callback>(Callback{function, data, moment_of(event)});
  const cl_int result = next.clSetEventCallback(event, when, &call_back, callback.get());
  if (result == CL_SUCCESS) (void)callback.release();  // call_back() has it now
  return result;
}

cl_int finish(cl_command_queue queue) { return after_wait(queue, next.clFinish(queue), CL_OUT_OF_RESOURCES); }

// What failed before there was the queue is none of its business.
cl_command_queue created(cl_command_queue queue) {
  if (queue == nullptr) return queue;
  const std::uint64_t count = failures().count;
  const std::scoped_lock lock(mutex);
  failures_told[queue] = count;
  return queue;
}

cl_command_queue create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                              cl_int* error) {
  return created(next.clCreateCommandQueue(context, device, properties, error));
}

cl_command_queue create_queue_with_properties(cl_context context, cl_device_id device,
                                              const cl_queue_properties* properties, cl_int* error) {
  return created(next.clCreateCommandQueueWithProperties(context, device, properties, error));
}

cl_int release_queue(cl_command_queue queue) {
  cl_uint references = 0;
  const bool last = next.clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references,
                                               nullptr) == CL_SUCCESS &&
                    references <= (has_commands(queue) ? 2 : 1);
  if (last) {
    forget_commands(queue);
    const std::scoped_lock lock(mutex);
    failures_told.erase(queue);
  }
  return next.clReleaseCommandQueue(queue);
}

cl_int release_event(cl_event event) {
  cl_uint references = 0;
  const bool last =
      next.clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, nullptr) == CL_SUCCESS &&
      references <= 1;
  if (last) {
    const std::scoped_lock lock(mutex);
    events.erase(event);
    forget_user_event(event);
  }
  return next.clReleaseEvent(event);
}

cl_int wait_for_events(cl_uint count, const cl_event* list) {
  const cl_int result = next.clWaitForEvents(count, list);
  if (result != CL_SUCCESS) return result;
  for (cl_uint i = 0; i < count; ++i) {
    if (has_failed(list[i])) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}

cl_int get_event_info(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int result = next.clGetEventInfo(event, name, size, value, size_ret);
  if (result == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr) {
    cl_int status = 0;
    std::memcpy(&status, value, sizeof status);
    if (status == CL_COMPLETE && has_failed(event)) {
      status = CL_OUT_OF_RESOURCES;
      std::memcpy(value, &status, sizeof status);
    }
  }
  return result;
}

cl_int get_profiling_info(cl_event event, cl_profiling_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int result = next.clGetEventProfilingInfo(event, name, size, value, size_ret);
  if (result != CL_SUCCESS || value == nullptr || size < sizeof(cl_ulong) || state == nullptr) return result;
  Moment before;
  {
    const std::scoped_lock lock(mutex);
    const auto found = events.find(event);
    if (found == events.end()) return result;
    before = found->second;
  }
  const auto ask = [event](cl_profiling_info what) {
    cl_ulong time = 0;
    next.clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr);
    return time;
  };
  const serve::ProfilingTimes driver{.queued = ask(CL_PROFILING_COMMAND_QUEUED),
                                     .submit = ask(CL_PROFILING_COMMAND_SUBMIT),
                                     .start = ask(CL_PROFILING_COMMAND_START),
                                     .end = ask(CL_PROFILING_COMMAND_END)};
  const serve::ProfilingTimes times =
      serve::correct_times({state->timestamp_hz, state->driver_tick_ns}, driver, before.time, host_time());
  cl_ulong answer = 0;
  switch (name) {
    case CL_PROFILING_COMMAND_QUEUED: answer = times.queued; break;
    case CL_PROFILING_COMMAND_SUBMIT: answer = times.submit; break;
    case CL_PROFILING_COMMAND_START: answer = times.start; break;
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE: answer = times.end; break;
    default: return result;
  }
  std::memcpy(value, &answer, sizeof answer);
  return result;
}

// Leaves the program's binaries in the channel, so that reports can name kernels.
void save_binaries(cl_program program) {
  static std::atomic<unsigned> number = 0;
  if (state == nullptr) return;
  size_t bytes = 0;
  if (next.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, 0, nullptr, &bytes) != CL_SUCCESS) return;
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  if (next.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, bytes, sizes.data(), nullptr) != CL_SUCCESS) return;
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<unsigned char*> pointers;
  pointers.reserve(sizes.size());
  for (const size_t size : sizes) pointers.push_back(binaries.emplace_back(size).data());
  if (next.clGetProgramInfo(program, CL_PROGRAM_BINARIES, pointers.size() * sizeof(unsigned char*), pointers.data(),
                            nullptr) != CL_SUCCESS) {
    return;
  }
  for (const auto& binary : binaries) {
    if (binary.empty()) continue;
    const std::string name =
        directory + "/" + serve::kChannelProgramPrefix + std::to_string(::getpid()) + "-" + std::to_string(number++);
    std::ofstream file(name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(binary.data()), static_cast<std::streamsize>(binary.size()));
  }
}

// Every way of getting a program ready to run ends with its first kernel.
cl_kernel create_kernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = next.clCreateKernel(program, name, error);
  if (kernel != nullptr) {
    static std::unordered_map<cl_program, bool> saved;
    static std::mutex saved_mutex;
    bool first = false;
    {
      const std::scoped_lock lock(saved_mutex);
      first = saved.emplace(program, true).second;
    }
    if (first) save_binaries(program);
  }
  return kernel;
}

void fill_table() {
  table = next;
  if (state == nullptr) return;
  table.clFinish = finish;
  table.clCreateCommandQueue = create_queue;
  table.clCreateCommandQueueWithProperties = create_queue_with_properties;
  table.clReleaseCommandQueue = release_queue;
  table.clReleaseEvent = release_event;
  table.clWaitForEvents = wait_for_events;
  table.clGetEventInfo = get_event_info;
  table.clSetEventCallback = set_event_callback;
  table.clGetEventProfilingInfo = get_profiling_info;
  table.clCreateKernel = create_kernel;
  table.clGetDeviceInfo = get_device_info;
  table.clSVMAlloc = allocate_shared;
  table.clCreateUserEvent = create_user_event;
  table.clSetUserEventStatus = set_user_event_status;
  using T = cl_icd_dispatch;
  wrap<&T::clEnqueueReadBuffer, 1>(table);
  wrap<&T::clEnqueueReadBufferRect, 1>(table);
  wrap<&T::clEnqueueWriteBuffer, 1>(table);
  wrap<&T::clEnqueueWriteBufferRect, 1>(table);
  wrap<&T::clEnqueueReadImage, 1>(table);
  wrap<&T::clEnqueueWriteImage, 1>(table);
  wrap<&T::clEnqueueMapBuffer, 1>(table);
  wrap<&T::clEnqueueMapImage, 1>(table);
  wrap<&T::clEnqueueSVMMemcpy, 0>(table);
  wrap<&T::clEnqueueSVMMap, 0>(table);
  wrap<&T::clEnqueueCopyBuffer>(table);
  wrap<&T::clEnqueueCopyBufferRect>(table);
  wrap<&T::clEnqueueCopyImage>(table);
  wrap<&T::clEnqueueCopyImageToBuffer>(table);
  wrap<&T::clEnqueueCopyBufferToImage>(table);
  wrap<&T::clEnqueueFillBuffer>(table);
  wrap<&T::clEnqueueFillImage>(table);
  wrap<&T::clEnqueueUnmapMemObject>(table);
  wrap<&T::clEnqueueMigrateMemObjects>(table);
  wrap<&T::clEnqueueNDRangeKernel>(table);
  wrap<&T::clEnqueueTask>(table);
  wrap<&T::clEnqueueMarkerWithWaitList>(table);
  wrap<&T::clEnqueueBarrierWithWaitList>(table);
  wrap<&T::clEnqueueSVMFree>(table);
  wrap<&T::clEnqueueSVMMemFill>(table);
  wrap<&T::clEnqueueSVMUnmap>(table);
  wrap<&T::clEnqueueSVMMigrateMem>(table);
}

}  // namespace

std::uint64_t host_time() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

Moment current_moment() { return {.time = host_time(), .failures = failures().count}; }

void note_enqueued(const cl_event* event, const Moment& moment) {
  if (event == nullptr || *event == nullptr) return;
  const std::scoped_lock lock(mutex);
  events[*event] = moment;
}

cl_int after_wait(cl_command_queue queue, cl_int result, cl_int failure) {
  const Failures now = failures();
  const std::scoped_lock lock(mutex);
  std::uint64_t& told = failures_told[queue];
  if (now.count <= told && !now.lost) return result;
  told = now.count;
  return result == CL_SUCCESS ? failure : result;
}

}  // namespace eugene::opencl_layer

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
  using namespace eugene::opencl_layer;
  constexpr cl_uint kEntries = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (target_dispatch == nullptr || num_entries_ret == nullptr || layer_dispatch_ret == nullptr)
    return CL_INVALID_VALUE;
  // A loader older or newer than these headers has fewer or more entries; those missing stay null.
  next = {};
  std::memcpy(static_cast<void*>(&next), target_dispatch, std::min(num_entries, kEntries) * sizeof(void*));
  open_channel();
  if (state != nullptr) guard_driver_calls(*state);
  fill_table();
  *layer_dispatch_ret = &table;
  *num_entries_ret = kEntries;
  return CL_SUCCESS;
}
