// The commands of a checked program's lists: launches, copies, barriers. A list remembers its commands, since what they
// do is told when they are executed, which may be more than once.
#pragma once

#include <level_zero/ze_api.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels.h"

namespace eugene::i915 {

// Bytes of memory that a command reads or writes.
struct Touch {
  const char* what = "";  // "zeCommandListAppendMemoryCopy writes"
  const void* memory = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
  bool is_for_host = false;  // what is read goes to memory that the program sees
};

struct Command {
  struct Launch {
    KernelState kernel;
    std::array<std::size_t, 3> groups{};  // zeros: only the GPU knows
  };
  std::vector<Launch> launches;
  std::vector<Touch> touches;
  bool follows_all = false;              // it waits for all before it in its list,
  bool leads_all = false;                // and all after it for it
  std::vector<ze_event_handle_t> waits;  // for these
  ze_event_handle_t signals = nullptr;   // null: none
  ze_event_handle_t resets = nullptr;    // null: none
};

// A queue, or an immediate list, which is both.
using QueueHandle = const void*;

// What has been told of commands that the driver then executes.
class Told {
 public:
  void add(unsigned long launch) { launches_.push_back(launch); }
  // The driver has refused them.
  void take_back() const;

 private:
  std::vector<unsigned long> launches_;
};

void add_queue(QueueHandle queue);
// Tells the GPU what the commands of some lists will do, one list after the other. Call before the driver executes
// them, and in that order.
Told tell_commands(QueueHandle queue, std::span<const std::vector<Command>* const> lists);
// Of an immediate list.
Told tell_command(QueueHandle queue, const Command& command);

// All that this process gives to queues which do not wait is told and given one after another.
std::unique_lock<std::mutex> one_after_another();

// The program has waited for all of a queue, for what the queue had been given when the fence was, or for an event.
void end_queue(QueueHandle queue);
void begin_fence(ze_fence_handle_t fence, QueueHandle queue);
void end_fence(ze_fence_handle_t fence);
void end_event(ze_event_handle_t event);
// The event may tell of anything from now on.
void forget_event(ze_event_handle_t event);

// The commands of a list that is no immediate one. Empty: it is not known, or has none.
std::vector<Command> commands_of(ze_command_list_handle_t list);

}  // namespace eugene::i915
