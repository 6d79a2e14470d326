#include "kernels.h"

#include <cstring>
#include <mutex>

#include "../driver_layers/checked_run.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

template <class Change>
void change(ze_kernel_handle_t kernel, Change change) {
  const std::scoped_lock lock(layer().kernels.mutex);
  change(layer().kernels.states[kernel]);
}

ze_result_t create(ze_module_handle_t module, const ze_kernel_desc_t* described, ze_kernel_handle_t* kernel) {
  const ze_result_t result = driver<ze_kernel_dditable_t>().pfnCreate(module, described, kernel);
  if (result == ZE_RESULT_SUCCESS && kernel != nullptr && described != nullptr && described->pKernelName != nullptr)
    change(*kernel, [&](KernelState& state) { state = {.name = described->pKernelName, .arguments = {}}; });
  return result;
}

ze_result_t destroy(ze_kernel_handle_t kernel) {
  {
    const std::scoped_lock lock(layer().kernels.mutex);
    layer().kernels.states.erase(kernel);
  }
  return driver<ze_kernel_dditable_t>().pfnDestroy(kernel);
}

ze_result_t set_group_size(ze_kernel_handle_t kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const ze_result_t result = driver<ze_kernel_dditable_t>().pfnSetGroupSize(kernel, x, y, z);
  if (result == ZE_RESULT_SUCCESS) change(kernel, [&](KernelState& state) { state.local = {x, y, z}; });
  return result;
}

ze_result_t set_argument(ze_kernel_handle_t kernel, std::uint32_t number, std::size_t size, const void* value) {
  const ze_result_t result = driver<ze_kernel_dditable_t>().pfnSetArgumentValue(kernel, number, size, value);
  if (result != ZE_RESULT_SUCCESS) return result;
  GivenValue given{.is_local = value == nullptr, .bytes = size};
  if (value != nullptr && size == sizeof given.pointer)
    std::memcpy(static_cast<void*>(&given.pointer), value, sizeof given.pointer);
  change(kernel, [&](KernelState& state) { state.arguments[number] = given; });
  return result;
}

ze_result_t set_indirect_access(ze_kernel_handle_t kernel, ze_kernel_indirect_access_flags_t flags) {
  const ze_result_t result = driver<ze_kernel_dditable_t>().pfnSetIndirectAccess(kernel, flags);
  if (result == ZE_RESULT_SUCCESS && (flags & ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE) != 0)
    change(kernel, [](KernelState& state) { state.reaches_device_memory = true; });
  return result;
}

ze_result_t set_global_offset(ze_kernel_handle_t kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const ze_result_t result = driver<ze_kernel_exp_dditable_t>().pfnSetGlobalOffsetExp(kernel, x, y, z);
  if (result == ZE_RESULT_SUCCESS) change(kernel, [&](KernelState& state) { state.offset = {x, y, z}; });
  return result;
}

}  // namespace

KernelState kernel_state(ze_kernel_handle_t kernel) {
  const std::scoped_lock lock(layer().kernels.mutex);
  const auto found = layer().kernels.states.find(kernel);
  return found == layer().kernels.states.end() ? KernelState{} : found->second;
}

void watch(ze_kernel_dditable_t& table, ze_api_version_t /*version*/) {
  if (!is_checked_run()) return;
  replace(table, &ze_kernel_dditable_t::pfnCreate, create);
  replace(table, &ze_kernel_dditable_t::pfnDestroy, destroy);
  replace(table, &ze_kernel_dditable_t::pfnSetGroupSize, set_group_size);
  replace(table, &ze_kernel_dditable_t::pfnSetArgumentValue, set_argument);
  replace(table, &ze_kernel_dditable_t::pfnSetIndirectAccess, set_indirect_access);
}

void watch(ze_kernel_exp_dditable_t& table, ze_api_version_t version) {
  if (is_checked_run() && version >= ZE_API_VERSION_1_1)
    replace(table, &ze_kernel_exp_dditable_t::pfnSetGlobalOffsetExp, set_global_offset);
}

}  // namespace eugene::inside::level_zero
