#include "capabilities.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "calls.h"

namespace eugene::opencl_layer {
namespace {

constexpr cl_uint kIntel = 0x8086;
constexpr cl_device_svm_capabilities kFineGrained =
    CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;
constexpr cl_svm_mem_flags kFineGrainedFlags = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;

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
  if ((flags & kFineGrainedFlags) != 0 && has_ours(context)) return nullptr;
  return next.clSVMAlloc(context, flags, size, alignment);
}

}  // namespace eugene::opencl_layer
