// Memory of a checked run. An allocation is as large as the program has requested, with a red zone after it, and the
// driver does not reuse freed memory at once.
#include <cstdint>

#include "../driver_layers/checked_run.h"
#include "../driver_layers/red_zones.h"
#include "allocations.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

// `allocate(bytes, place)` is one of the driver's functions.
template <class Allocate>
ze_result_t allocate(std::size_t size, void** memory, bool is_of_device, Allocate allocate) {
  if (memory == nullptr) return allocate(size, memory);
  ze_result_t result = ZE_RESULT_SUCCESS;
  void* const made = allocate_with_red_zone(size, [&](std::size_t bytes) {
    void* place = nullptr;
    result = allocate(bytes, &place);
    return result == ZE_RESULT_SUCCESS ? place : nullptr;
  });
  *memory = made;
  if (made != nullptr) layer().allocations.add(made, size, is_of_device);
  return result;
}

ze_result_t alloc_shared(ze_context_handle_t context, const ze_device_mem_alloc_desc_t* on_device,
                         const ze_host_mem_alloc_desc_t* on_host, std::size_t size, std::size_t alignment,
                         ze_device_handle_t device, void** memory) {
  return allocate(size, memory, false, [&](std::size_t bytes, void** place) {
    return driver<ze_mem_dditable_t>().pfnAllocShared(context, on_device, on_host, bytes, alignment, device, place);
  });
}

ze_result_t alloc_device(ze_context_handle_t context, const ze_device_mem_alloc_desc_t* described, std::size_t size,
                         std::size_t alignment, ze_device_handle_t device, void** memory) {
  // A structure in `pNext` may import memory, or export this memory to others.
  const bool is_plain = described != nullptr && described->pNext == nullptr;
  return allocate(size, memory, is_plain, [&](std::size_t bytes, void** place) {
    return driver<ze_mem_dditable_t>().pfnAllocDevice(context, described, bytes, alignment, device, place);
  });
}

ze_result_t alloc_host(ze_context_handle_t context, const ze_host_mem_alloc_desc_t* described, std::size_t size,
                       std::size_t alignment, void** memory) {
  return allocate(size, memory, false, [&](std::size_t bytes, void** place) {
    return driver<ze_mem_dditable_t>().pfnAllocHost(context, described, bytes, alignment, place);
  });
}

ze_result_t free_memory(ze_context_handle_t context, void* memory) {
  const auto free = [](void* of, void* freed) {
    (void)driver<ze_mem_dditable_t>().pfnFree(static_cast<ze_context_handle_t>(of), freed);
  };
  layer().allocations.remove(memory);
  return free_later(context, memory, free) ? ZE_RESULT_SUCCESS : driver<ze_mem_dditable_t>().pfnFree(context, memory);
}

// Frees without a quarantine: the driver may wait for kernels, which may use the memory until then.
ze_result_t free_as_described(ze_context_handle_t context, const ze_memory_free_ext_desc_t* described, void* memory) {
  const ze_result_t result = driver<ze_mem_dditable_t>().pfnFreeExt(context, described, memory);
  if (result != ZE_RESULT_SUCCESS) return result;
  layer().allocations.remove(memory);
  if (shared_sizes().take(memory)) tell_shared(memory, {});
  return result;
}

ze_result_t get_address_range(ze_context_handle_t context, const void* pointer, void** begin, std::size_t* size) {
  void* own = nullptr;
  const ze_result_t result =
      driver<ze_mem_dditable_t>().pfnGetAddressRange(context, pointer, begin == nullptr ? &own : begin, size);
  if (result != ZE_RESULT_SUCCESS || size == nullptr) return result;
  if (const auto asked = shared_sizes().of(begin == nullptr ? own : *begin)) *size = *asked;
  return result;
}

// Another process may write the memory from now on.
ze_result_t get_ipc_handle(ze_context_handle_t context, const void* memory, ze_ipc_mem_handle_t* handle) {
  layer().allocations.stop_tracking();
  return driver<ze_mem_dditable_t>().pfnGetIpcHandle(context, memory, handle);
}

ze_result_t destroy_context(ze_context_handle_t context) {
  quarantine().release_owned_by(context);
  return driver<ze_context_dditable_t>().pfnDestroy(context);
}

}  // namespace

void watch(ze_mem_dditable_t& table, ze_api_version_t version) {
  if (!is_checked_run()) return;
  replace(table, &ze_mem_dditable_t::pfnAllocShared, alloc_shared);
  replace(table, &ze_mem_dditable_t::pfnAllocDevice, alloc_device);
  replace(table, &ze_mem_dditable_t::pfnAllocHost, alloc_host);
  replace(table, &ze_mem_dditable_t::pfnFree, free_memory);
  replace(table, &ze_mem_dditable_t::pfnGetAddressRange, get_address_range);
  replace(table, &ze_mem_dditable_t::pfnGetIpcHandle, get_ipc_handle);
  if (version >= ZE_API_VERSION_1_3) replace(table, &ze_mem_dditable_t::pfnFreeExt, free_as_described);
}

void watch(ze_context_dditable_t& table, ze_api_version_t /*version*/) {
  if (is_checked_run()) replace(table, &ze_context_dditable_t::pfnDestroy, destroy_context);
}

}  // namespace eugene::inside::level_zero
