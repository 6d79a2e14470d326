#include "usm.h"

#include <atomic>
#include <cstring>

#include "../driver_layers/preloaded.h"
#include "../driver_layers/red_zones.h"
#include "../driver_layers/shared_sizes.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

void* CL_API_CALL host_alloc(cl_context context, const cl_mem_properties_intel* properties, size_t size,
                             cl_uint alignment, cl_int* error) {
  return allocate_with_red_zone(size, [&](std::size_t bytes) {
    return layer().usm.alloc_host.load()(context, properties, bytes, alignment, error);
  });
}

void* CL_API_CALL device_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel* properties,
                               size_t size, cl_uint alignment, cl_int* error) {
  return allocate_with_red_zone(size, [&](std::size_t bytes) {
    return layer().usm.alloc_device.load()(context, device, properties, bytes, alignment, error);
  });
}

void* CL_API_CALL shared_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel* properties,
                               size_t size, cl_uint alignment, cl_int* error) {
  return allocate_with_red_zone(size, [&](std::size_t bytes) {
    return layer().usm.alloc_shared.load()(context, device, properties, bytes, alignment, error);
  });
}

cl_int CL_API_CALL mem_free(cl_context context, void* memory) {
  const auto free = [](void* of, void* freed) { (void)layer().usm.free.load()(static_cast<cl_context>(of), freed); };
  return free_later(context, memory, free) ? CL_SUCCESS : layer().usm.free.load()(context, memory);
}

// Frees without a quarantine: the driver waits for the launched kernels as it frees, so kernels may use the memory
// until this call returns.
cl_int CL_API_CALL mem_blocking_free(cl_context context, void* memory) {
  const cl_int result = layer().usm.free_blocking.load()(context, memory);
  if (result == CL_SUCCESS && shared_sizes().take(memory)) tell_shared(memory, {});
  return result;
}

cl_int CL_API_CALL get_info(cl_context context, const void* memory, cl_mem_info_intel name, size_t size, void* value,
                            size_t* needed) {
  const auto ask = layer().usm.allocation_info.load();
  const cl_int result = ask(context, memory, name, size, value, needed);
  if (result != CL_SUCCESS || name != CL_MEM_ALLOC_SIZE_INTEL || value == nullptr) return result;
  const void* begin = nullptr;
  if (ask(context, memory, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof begin, static_cast<void*>(&begin), nullptr) !=
      CL_SUCCESS)
    return result;
  if (const auto asked = shared_sizes().of(begin)) std::memcpy(value, &*asked, sizeof *asked);
  return result;
}

// Keeps `found` and returns `ours`, which the program gets instead.
template <class Function>
void* replaced(std::atomic<Function>& kept, void* found, Function ours) {
  kept = reinterpret_cast<Function>(found);
  return reinterpret_cast<void*>(ours);
}

}  // namespace

void* usm_function(const char* name, void* found, SetPointer set_pointer) {
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  UsmFunctions& usm = layer().usm;
  if (found == nullptr) return nullptr;
  if (is("clHostMemAllocINTEL")) return replaced(usm.alloc_host, found, &host_alloc);
  if (is("clDeviceMemAllocINTEL")) return replaced(usm.alloc_device, found, &device_alloc);
  if (is("clSharedMemAllocINTEL")) return replaced(usm.alloc_shared, found, &shared_alloc);
  if (is("clGetMemAllocInfoINTEL")) return replaced(usm.allocation_info, found, &get_info);
  if (is("clMemFreeINTEL")) return replaced(usm.free, found, &mem_free);
  if (is("clMemBlockingFreeINTEL")) return replaced(usm.free_blocking, found, &mem_blocking_free);
  if (is("clSetKernelArgMemPointerINTEL")) return replaced(usm.set_argument, found, set_pointer);
  return found;
}

}  // namespace eugene::inside::opencl
