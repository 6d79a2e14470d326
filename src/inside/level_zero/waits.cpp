// Fences and events of a checked program. A successful wait shows which commands have ended.
#include "../driver_layers/checked_run.h"
#include "commands.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

ze_result_t ended(ze_fence_handle_t fence, ze_result_t result) {
  if (result == ZE_RESULT_SUCCESS) end_fence(fence);
  return result;
}
ze_result_t ended(ze_event_handle_t event, ze_result_t result) {
  if (result == ZE_RESULT_SUCCESS) end_event(event);
  return result;
}

ze_result_t synchronize_fence(ze_fence_handle_t fence, std::uint64_t timeout) {
  return ended(fence, driver<ze_fence_dditable_t>().pfnHostSynchronize(fence, timeout));
}
ze_result_t query_fence(ze_fence_handle_t fence) {
  return ended(fence, driver<ze_fence_dditable_t>().pfnQueryStatus(fence));
}

// The new event may have the handle of a destroyed one.
ze_result_t create_event(ze_event_pool_handle_t pool, const ze_event_desc_t* described, ze_event_handle_t* event) {
  const ze_result_t result = driver<ze_event_dditable_t>().pfnCreate(pool, described, event);
  if (result == ZE_RESULT_SUCCESS && event != nullptr) forget_event(*event);
  return result;
}

ze_result_t signal(ze_event_handle_t event) {
  forget_event(event);
  return driver<ze_event_dditable_t>().pfnHostSignal(event);
}
ze_result_t synchronize(ze_event_handle_t event, std::uint64_t timeout) {
  return ended(event, driver<ze_event_dditable_t>().pfnHostSynchronize(event, timeout));
}
ze_result_t query(ze_event_handle_t event) { return ended(event, driver<ze_event_dditable_t>().pfnQueryStatus(event)); }
ze_result_t query_times(ze_event_handle_t event, ze_kernel_timestamp_result_t* times) {
  return ended(event, driver<ze_event_dditable_t>().pfnQueryKernelTimestamp(event, times));
}
ze_result_t reset(ze_event_handle_t event) {
  forget_event(event);
  return driver<ze_event_dditable_t>().pfnHostReset(event);
}

}  // namespace

void watch(ze_fence_dditable_t& table, ze_api_version_t /*version*/) {
  if (!is_checked_run()) return;
  replace(table, &ze_fence_dditable_t::pfnHostSynchronize, synchronize_fence);
  replace(table, &ze_fence_dditable_t::pfnQueryStatus, query_fence);
}

void watch(ze_event_dditable_t& table, ze_api_version_t /*version*/) {
  if (!is_checked_run()) return;
  replace(table, &ze_event_dditable_t::pfnCreate, create_event);
  replace(table, &ze_event_dditable_t::pfnHostSignal, signal);
  replace(table, &ze_event_dditable_t::pfnHostSynchronize, synchronize);
  replace(table, &ze_event_dditable_t::pfnQueryStatus, query);
  replace(table, &ze_event_dditable_t::pfnHostReset, reset);
  replace(table, &ze_event_dditable_t::pfnQueryKernelTimestamp, query_times);
}

}  // namespace eugene::inside::level_zero
