// The functions that a loader of Level Zero looks for in a driver. Each function fills a table of functions. Here the
// real driver fills the table, and some of the functions are then replaced. A loader may know a table that the driver
// lacks: the loader then gets this table empty, as if the driver had no such function.
//
// The loader finds this library in place of the driver (ZE_ENABLE_ALT_DRIVERS). So a program gets the replaced
// functions in whatever way it calls Level Zero: linked with the loader, by dlsym(), or from Python.
#include "driver.h"

namespace eugene::inside::level_zero {
namespace {

template <class Table>
ze_result_t fill(const char* name, ze_api_version_t version, Table* table) {
  using Get = ze_result_t (*)(ze_api_version_t, Table*);
  if (!has_driver()) return ZE_RESULT_ERROR_UNINITIALIZED;
  const auto get = reinterpret_cast<Get>(driver_symbol(name));
  return get == nullptr ? ZE_RESULT_SUCCESS : get(version, table);
}

template <class Table>
ze_result_t fill_and_watch(const char* name, ze_api_version_t version, Table* table) {
  const ze_result_t result = fill(name, version, table);
  if (result == ZE_RESULT_SUCCESS && table != nullptr) watch(*table, version);
  return result;
}

}  // namespace
}  // namespace eugene::inside::level_zero

// NOLINTBEGIN(bugprone-macro-parentheses): parameters are names and types.
#define WATCHED(name, type)                                                                                   \
  extern "C" __attribute__((visibility("default"))) ze_result_t name(ze_api_version_t version, type* table) { \
    return eugene::inside::level_zero::fill_and_watch(#name, version, table);                                 \
  }
WATCHED(zeGetModuleProcAddrTable, ze_module_dditable_t)
WATCHED(zeGetKernelProcAddrTable, ze_kernel_dditable_t)
WATCHED(zeGetKernelExpProcAddrTable, ze_kernel_exp_dditable_t)
WATCHED(zeGetMemProcAddrTable, ze_mem_dditable_t)
WATCHED(zeGetContextProcAddrTable, ze_context_dditable_t)
WATCHED(zeGetCommandListProcAddrTable, ze_command_list_dditable_t)
WATCHED(zeGetCommandQueueProcAddrTable, ze_command_queue_dditable_t)
WATCHED(zeGetFenceProcAddrTable, ze_fence_dditable_t)
WATCHED(zeGetEventProcAddrTable, ze_event_dditable_t)

// Passes a table to the driver unchanged. Its type does not matter, and newer loaders know tables that the headers
// lack. The function has another name in this file, since the headers may declare it with a type.
#define PASSED(name)                                                                                     \
  extern "C" __attribute__((visibility("default"))) ze_result_t pass_##name(ze_api_version_t version,    \
                                                                            void* table) __asm__(#name); \
  ze_result_t pass_##name(ze_api_version_t version, void* table) {                                       \
    return eugene::inside::level_zero::fill(#name, version, table);                                      \
  }
// NOLINTEND(bugprone-macro-parentheses)
PASSED(zeGetCommandListExpProcAddrTable)
PASSED(zeGetDeviceExpProcAddrTable)
PASSED(zeGetDeviceProcAddrTable)
PASSED(zeGetDriverExpProcAddrTable)
PASSED(zeGetDriverProcAddrTable)
PASSED(zeGetEventExpProcAddrTable)
PASSED(zeGetEventPoolProcAddrTable)
PASSED(zeGetExecutableGraphProcAddrTable)
PASSED(zeGetFabricEdgeExpProcAddrTable)
PASSED(zeGetFabricVertexExpProcAddrTable)
PASSED(zeGetGlobalProcAddrTable)
PASSED(zeGetGraphProcAddrTable)
PASSED(zeGetImageExpProcAddrTable)
PASSED(zeGetImageProcAddrTable)
PASSED(zeGetMemExpProcAddrTable)
PASSED(zeGetModuleBuildLogProcAddrTable)
PASSED(zeGetPhysicalMemProcAddrTable)
PASSED(zeGetRTASBuilderExpProcAddrTable)
PASSED(zeGetRTASBuilderProcAddrTable)
PASSED(zeGetRTASParallelOperationExpProcAddrTable)
PASSED(zeGetRTASParallelOperationProcAddrTable)
PASSED(zeGetSamplerProcAddrTable)
PASSED(zeGetVirtualMemProcAddrTable)
PASSED(zesGetDeviceExpProcAddrTable)
PASSED(zesGetDeviceProcAddrTable)
PASSED(zesGetDiagnosticsProcAddrTable)
PASSED(zesGetDriverExpProcAddrTable)
PASSED(zesGetDriverProcAddrTable)
PASSED(zesGetEngineProcAddrTable)
PASSED(zesGetFabricPortProcAddrTable)
PASSED(zesGetFanProcAddrTable)
PASSED(zesGetFirmwareExpProcAddrTable)
PASSED(zesGetFirmwareProcAddrTable)
PASSED(zesGetFrequencyProcAddrTable)
PASSED(zesGetGlobalProcAddrTable)
PASSED(zesGetLedProcAddrTable)
PASSED(zesGetMemoryProcAddrTable)
PASSED(zesGetOverclockProcAddrTable)
PASSED(zesGetPerformanceFactorProcAddrTable)
PASSED(zesGetPowerProcAddrTable)
PASSED(zesGetPsuProcAddrTable)
PASSED(zesGetRasExpProcAddrTable)
PASSED(zesGetRasProcAddrTable)
PASSED(zesGetSchedulerProcAddrTable)
PASSED(zesGetStandbyProcAddrTable)
PASSED(zesGetTemperatureProcAddrTable)
PASSED(zesGetVFManagementExpProcAddrTable)
PASSED(zetGetCommandListExpProcAddrTable)
PASSED(zetGetCommandListProcAddrTable)
PASSED(zetGetContextProcAddrTable)
PASSED(zetGetDebugProcAddrTable)
PASSED(zetGetDeviceExpProcAddrTable)
PASSED(zetGetDeviceProcAddrTable)
PASSED(zetGetKernelProcAddrTable)
PASSED(zetGetMetricDecoderExpProcAddrTable)
PASSED(zetGetMetricExpProcAddrTable)
PASSED(zetGetMetricGroupExpProcAddrTable)
PASSED(zetGetMetricGroupProcAddrTable)
PASSED(zetGetMetricProcAddrTable)
PASSED(zetGetMetricProgrammableExpProcAddrTable)
PASSED(zetGetMetricQueryPoolProcAddrTable)
PASSED(zetGetMetricQueryProcAddrTable)
PASSED(zetGetMetricStreamerProcAddrTable)
PASSED(zetGetMetricTracerExpProcAddrTable)
PASSED(zetGetModuleProcAddrTable)
PASSED(zetGetTracerExpProcAddrTable)
