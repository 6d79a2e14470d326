#include "shared_memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "calls.h"

namespace eugene::opencl_layer {
namespace {

constexpr cl_uint kIntel = 0x8086;
constexpr cl_device_svm_capabilities kFineGrained =
    CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;
constexpr cl_svm_mem_flags kFineGrainedFlags = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;

std::atomic<bool> shares = false;  // the program has had shared memory

std::mutex mutex;
// Have commands that nobody has waited for. Each has a reference: another thread may release it during the wait.
std::unordered_set<cl_command_queue> busy;
std::unordered_set<cl_event> user_events;  // not yet set

// Other platforms' devices go through the layer too (`--all-platforms`).
bool is_ours(cl_device_id device) {
  cl_uint vendor = 0;
  cl_device_type type = 0;
  return next.clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof vendor, &vendor, nullptr) == CL_SUCCESS &&
         next.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS && vendor == kIntel &&
         (type & CL_DEVICE_TYPE_GPU) != 0;
}

bool has_ours(cl_context context) {
  size_t bytes = 0;
  if (next.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS) return false;
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  if (next.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr) != CL_SUCCESS) return false;
  return std::ranges::any_of(devices, is_ours);
}

void await_commands() {
  std::vector<cl_command_queue> queues;
  {
    const std::scoped_lock lock(mutex);
    if (!user_events.empty()) return;
    queues.assign(busy.begin(), busy.end());
    busy.clear();
  }
  for (cl_command_queue queue : queues) {
    (void)next.clFinish(queue);  // what it returns, it returns again where the program waits
    (void)next.clReleaseCommandQueue(queue);
  }
}

}  // namespace

cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int result = next.clGetDeviceInfo(device, name, size, value, size_ret);
  if (result != CL_SUCCESS || name != CL_DEVICE_SVM_CAPABILITIES || value == nullptr || !is_ours(device)) return result;
  cl_device_svm_capabilities capabilities = 0;
  std::memcpy(&capabilities, value, sizeof capabilities);
  capabilities &= ~kFineGrained;
  std::memcpy(value, &capabilities, sizeof capabilities);
  return result;
}

void* allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  if (has_ours(context)) {
    if ((flags & kFineGrainedFlags) != 0) return nullptr;
    shares = true;
  }
  return next.clSVMAlloc(context, flags, size, alignment);
}

void await_commands_before(cl_command_queue queue) {
  if (!shares) return;
  await_commands();
  const std::scoped_lock lock(mutex);
  if (busy.insert(queue).second) (void)next.clRetainCommandQueue(queue);
}

bool has_commands(cl_command_queue queue) {
  const std::scoped_lock lock(mutex);
  return busy.contains(queue);
}

void forget_commands(cl_command_queue queue) {
  {
    const std::scoped_lock lock(mutex);
    if (busy.erase(queue) == 0) return;
  }
  (void)next.clReleaseCommandQueue(queue);
}

cl_event create_user_event(cl_context context, cl_int* error) {
  await_commands();
  cl_event event = next.clCreateUserEvent(context, error);
  if (event != nullptr) {
    const std::scoped_lock lock(mutex);
    user_events.insert(event);
  }
  return event;
}

cl_int set_user_event_status(cl_event event, cl_int status) {
  const cl_int result = next.clSetUserEventStatus(event, status);
  if (result == CL_SUCCESS) forget_user_event(event);
  return result;
}

void forget_user_event(cl_event event) {
  const std::scoped_lock lock(mutex);
  user_events.erase(event);
}

}  // namespace eugene::opencl_layer
