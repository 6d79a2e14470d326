// Lists of commands. A list remembers its commands; commands of an immediate list are reported to the GPU at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "commands.h"
#include "driver.h"

namespace eugene::inside::level_zero {

struct List {
  bool is_immediate = false;
  bool waits = false;  // each command of an immediate list has ended when its call returns
  std::vector<Command> commands;
};

// Safe for several threads with the lock.
struct Lists {
  std::mutex mutex;
  std::map<ze_command_list_handle_t, List> known;
};

// Returns a command with the events of an append function.
Command with_events(ze_event_handle_t signals, std::uint32_t count, const ze_event_handle_t* waits);

// Appends a command to a list. `append` calls the driver's function.
ze_result_t append(ze_command_list_handle_t list, Command command, const std::function<ze_result_t()>& append);

// Replaces the functions that append copies and fills, and other commands that access memory (copies.cpp).
void watch_copies(ze_command_list_dditable_t& table);

}  // namespace eugene::inside::level_zero
