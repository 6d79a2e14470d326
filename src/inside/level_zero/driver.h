// The driver of Level Zero that this library wraps.
#pragma once

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

namespace eugene::inside::level_zero {

// Whether the driver could be loaded.
bool has_driver();
// Returns the driver's function named `name`, or null if the driver has none.
void* driver_symbol(const char* name);

// Each replaces functions in one of the driver's tables. `version` is the interface version of the loader, which
// determines the tables' length.
void watch(ze_module_dditable_t& table, ze_api_version_t version);         // modules.cpp
void watch(ze_kernel_dditable_t& table, ze_api_version_t version);         // kernels.cpp
void watch(ze_kernel_exp_dditable_t& table, ze_api_version_t version);     // kernels.cpp
void watch(ze_mem_dditable_t& table, ze_api_version_t version);            // memory.cpp
void watch(ze_context_dditable_t& table, ze_api_version_t version);        // memory.cpp
void watch(ze_command_list_dditable_t& table, ze_api_version_t version);   // lists.cpp
void watch(ze_command_queue_dditable_t& table, ze_api_version_t version);  // queues.cpp
void watch(ze_fence_dditable_t& table, ze_api_version_t version);          // waits.cpp
void watch(ze_event_dditable_t& table, ze_api_version_t version);          // waits.cpp

}  // namespace eugene::inside::level_zero
