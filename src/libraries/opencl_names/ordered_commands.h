// Follows the queues and events of a checked program, to know which commands nothing orders
// (driver_layers/command_order.h).
#pragma once

#include <CL/cl_icd.h>

#include <functional>
#include <string>
#include <vector>

#include "../driver_layers/command_order.h"
#include "../driver_layers/current_command.h"
#include "host_sources.h"

namespace eugene::i915 {

// The command that this thread is giving to the driver.
CurrentCommand current_command();

// The program holds bytes of a buffer at `memory`, for which the current command maps them, until it ends the map.
// Gives what counts as a command meanwhile.
CurrentCommand begin_host_access(const void* memory);
void end_host_access(const void* memory);

// Calls `change` with the host memory that commands read and the number of the current command; meanwhile no thread of
// the program learns that a command has ended. Reports the calls that `change` returns, whose memory has changed.
using ChangeOfSources = std::function<std::vector<std::string>(HostSources&, CommandOrder::Number)>;
void change_host_sources(const ChangeOfSources& change);

// Call when all other functions of the table are replaced.
void follow_commands(cl_icd_dispatch& table);

}  // namespace eugene::i915
