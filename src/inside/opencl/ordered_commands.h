// Follows the queues and events of a checked program, to find commands that nothing orders
// (driver_layers/command_order.h).
#pragma once

#include "layer/hooks.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "../driver_layers/command_order.h"
#include "../driver_layers/current_command.h"
#include "host_sources.h"

namespace eugene::inside::opencl {

// The commands of the program. Safe for several threads with the lock.
struct Commands {
  std::mutex mutex;
  CommandOrder order;
  std::map<const void*, CommandOrder::Number> maps;  // the host's accesses of mapped memory, by address
  HostSources host_sources;
};

// Returns the command that this thread is giving to the driver.
CurrentCommand current_command();

// Begins the host's accesses of mapped memory at `memory`, which the current command maps, until end_host_access().
// Returns the command that stands for these accesses.
CurrentCommand begin_host_access(const void* memory);
void end_host_access(const void* memory);

// Calls `change` with the host memory that commands read, and the number of the current command. Until `change`
// returns, no thread of the program learns that a command has ended. Reports the calls that `change` returns: their
// memory has changed.
using ChangeOfSources = std::function<std::vector<std::string>(HostSources&, CommandOrder::Number)>;
void change_host_sources(const ChangeOfSources& change);

// The hooks must be outside of all hooks that report a command.
Hooks order_hooks();

}  // namespace eugene::inside::opencl
