// The driver of Level Zero, in front of which this library stands.
#pragma once

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

namespace eugene::i915 {

// Whether the driver could be loaded.
bool has_driver();
// The driver's function of that name; null: the driver has none.
void* driver_symbol(const char* name);

// Replaces an entry of a table that the driver has filled, and keeps the driver's.
template <class Function>
void replace(Function& entry, Function& driver, Function ours) {
  driver = entry;
  if (entry != nullptr) entry = ours;
}

// Each replaces functions in one of the driver's tables. `version` is the version of the interface that the loader
// knows, and says how long the tables are.
void watch(ze_module_dditable_t& table, ze_api_version_t version);         // modules.cpp
void watch(ze_kernel_dditable_t& table, ze_api_version_t version);         // kernels.cpp
void watch(ze_kernel_exp_dditable_t& table, ze_api_version_t version);     // kernels.cpp
void watch(ze_mem_dditable_t& table, ze_api_version_t version);            // memory.cpp
void watch(ze_context_dditable_t& table, ze_api_version_t version);        // memory.cpp
void watch(ze_command_list_dditable_t& table, ze_api_version_t version);   // lists.cpp
void watch(ze_command_queue_dditable_t& table, ze_api_version_t version);  // queues.cpp
void watch(ze_fence_dditable_t& table, ze_api_version_t version);          // waits.cpp
void watch(ze_event_dditable_t& table, ze_api_version_t version);          // waits.cpp

}  // namespace eugene::i915
