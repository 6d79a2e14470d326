// A command that a program gives to its driver, and its place in the order of commands (command_order.h).
#pragma once

#include <cstdint>
#include <vector>

#include "../process/calls.h"

namespace eugene::inside {

// Reports identify the command by `number`.
struct CurrentCommand {
  std::uint64_t number = 0;              // 0: none
  std::vector<std::uint64_t> unordered;  // earlier commands that may run at the same time
  bool is_alone = true;                  // no later command can run at the same time
  bool is_of_level_zero = false;         // false: a command of OpenCL
};

// The result is valid as long as `command` exists.
inline eugene_order make_order(const CurrentCommand& command) {
  return {.number = command.number,
          .unordered = command.unordered.data(),
          .count = command.unordered.size(),
          .is_alone = command.is_alone ? 1 : 0,
          .is_of_level_zero = command.is_of_level_zero ? 1 : 0};
}

}  // namespace eugene::inside
