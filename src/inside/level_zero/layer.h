// The layer of Level Zero: one object with all facts about the program and the driver.
#pragma once

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

#include <map>
#include <mutex>
#include <tuple>

#include "../driver_layers/pending_reads.h"
#include "../driver_layers/quarantine.h"
#include "../driver_layers/shared_sizes.h"
#include "allocations.h"
#include "commands.h"
#include "kernels.h"
#include "lists.h"

namespace eugene::inside::level_zero {

// Whether the calls of a queue wait for its work. Safe for several threads with the lock.
struct SynchronousQueues {
  std::mutex mutex;
  std::map<ze_command_queue_handle_t, bool> known;
};

struct Layer {
  // The driver's functions that are replaced.
  std::tuple<ze_module_dditable_t, ze_kernel_dditable_t, ze_kernel_exp_dditable_t, ze_mem_dditable_t,
             ze_context_dditable_t, ze_command_list_dditable_t, ze_command_queue_dditable_t, ze_fence_dditable_t,
             ze_event_dditable_t>
      driver;
  Kernels kernels;
  Lists lists;
  SynchronousQueues synchronous;
  GivenCommands commands;
  std::mutex giving;  // held while a command is reported to the GPU and given to the driver
  Allocations allocations;
  SharedSizes shared_sizes;
  Quarantine quarantine;
  PendingReads pending_reads;
};

// Made at the first call. Never destroyed: threads of the program may call until the very end.
Layer& layer();

template <class Table>
Table& driver() {
  return std::get<Table>(layer().driver);
}

// Replaces a function of a table that the driver has filled, and keeps the driver's function.
template <class Table, class Function>
void replace(Table& table, Function Table::* member, Function ours) {
  driver<Table>().*member = table.*member;
  if (table.*member != nullptr) table.*member = ours;
}

}  // namespace eugene::inside::level_zero
