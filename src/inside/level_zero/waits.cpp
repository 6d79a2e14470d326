// Fences and events of a checked program. A successful wait shows which commands have ended.
#include "../driver_layers/checked_run.h"
#include "commands.h"
#include "driver.h"

namespace eugene::inside::level_zero {
namespace {

struct {
  ze_pfnFenceHostSynchronize_t synchronize_fence = nullptr;
  ze_pfnFenceQueryStatus_t query_fence = nullptr;
  ze_pfnEventCreate_t create_event = nullptr;
  ze_pfnEventHostSignal_t signal = nullptr;
  ze_pfnEventHostSynchronize_t synchronize = nullptr;
  ze_pfnEventQueryStatus_t query = nullptr;
  ze_pfnEventHostReset_t reset = nullptr;
  ze_pfnEventQueryKernelTimestamp_t query_times = nullptr;
} driver;

ze_result_t ended(ze_fence_handle_t fence, ze_result_t result) {
  if (result == ZE_RESULT_SUCCESS) end_fence(fence);
  return result;
}
ze_result_t ended(ze_event_handle_t event, ze_result_t result) {
  if (result == ZE_RESULT_SUCCESS) end_event(event);
  return result;
}

ze_result_t synchronize_fence(ze_fence_handle_t fence, std::uint64_t timeout) {
  return ended(fence, driver.synchronize_fence(fence, timeout));
}
ze_result_t query_fence(ze_fence_handle_t fence) { return ended(fence, driver.query_fence(fence)); }

// The new event may have the handle of a destroyed one.
ze_result_t create_event(ze_event_pool_handle_t pool, const ze_event_desc_t* described, ze_event_handle_t* event) {
  const ze_result_t result = driver.create_event(pool, described, event);
  if (result == ZE_RESULT_SUCCESS && event != nullptr) forget_event(*event);
  return result;
}

ze_result_t signal(ze_event_handle_t event) {
  forget_event(event);
  return driver.signal(event);
}
ze_result_t synchronize(ze_event_handle_t event, std::uint64_t timeout) {
  return ended(event, driver.synchronize(event, timeout));
}
ze_result_t query(ze_event_handle_t event) { return ended(event, driver.query(event)); }
ze_result_t query_times(ze_event_handle_t event, ze_kernel_timestamp_result_t* times) {
  return ended(event, driver.query_times(event, times));
}
ze_result_t reset(ze_event_handle_t event) {
  forget_event(event);
  return driver.reset(event);
}

}  // namespace

void watch(ze_fence_dditable_t& table, ze_api_version_t /*version*/) {
  if (!is_checked_run()) return;
  replace(table.pfnHostSynchronize, driver.synchronize_fence, synchronize_fence);
  replace(table.pfnQueryStatus, driver.query_fence, query_fence);
}

void watch(ze_event_dditable_t& table, ze_api_version_t /*version*/) {
  if (!is_checked_run()) return;
  replace(table.pfnCreate, driver.create_event, create_event);
  replace(table.pfnHostSignal, driver.signal, signal);
  replace(table.pfnHostSynchronize, driver.synchronize, synchronize);
  replace(table.pfnQueryStatus, driver.query, query);
  replace(table.pfnHostReset, driver.reset, reset);
  replace(table.pfnQueryKernelTimestamp, driver.query_times, query_times);
}

}  // namespace eugene::inside::level_zero
