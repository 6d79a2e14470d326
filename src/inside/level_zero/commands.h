// The commands of a checked program's lists: launches, copies, barriers. A list remembers its commands. Each time that
// the program has the list executed, the commands are reported to the GPU.
#pragma once

#include <level_zero/ze_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "../driver_layers/command_order.h"
#include "kernels.h"

namespace eugene::inside::level_zero {

// Bytes of memory that a command reads or writes.
struct Touch {
  const char* what = "";  // "zeCommandListAppendMemoryCopy writes"
  const void* memory = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
  const void* to = nullptr;  // memory that the bytes are copied to; null: they are not copied
};

struct Command {
  struct KernelLaunch {
    KernelState kernel;
    std::array<std::size_t, 3> groups{};  // zeros: only the GPU knows
  };
  std::vector<KernelLaunch> launches;
  std::vector<Touch> touches;
  bool follows_all = false;              // the command waits for all before it in its list
  bool leads_all = false;                // all commands after it in its list wait for this one
  std::vector<ze_event_handle_t> waits;  // the command waits for these events
  ze_event_handle_t signals = nullptr;   // null: none
  ze_event_handle_t resets = nullptr;    // null: none
};

// A queue, or an immediate list, which is both.
using QueueHandle = const void*;

// The commands that the program has given to queues. Safe for several threads with the lock.
struct GivenCommands {
  std::mutex mutex;
  CommandOrder order;
  std::set<QueueHandle> queues;
  struct Fence {
    QueueHandle queue = nullptr;
    CommandOrder::Number command = 0;
    std::uint64_t last_read = 0;
  };
  std::map<ze_fence_handle_t, Fence> fences;
};

// The launches that are reported to the GPU before the driver executes the commands.
class ReportedLaunches {
 public:
  void add(unsigned long launch) { launches_.push_back(launch); }
  // Call if the driver has refused the commands.
  void take_back() const;

 private:
  std::vector<unsigned long> launches_;
};

void add_queue(QueueHandle queue);
// Reports the commands of lists to the GPU, one list after the other. Call before the driver executes the lists, in the
// same order.
ReportedLaunches tell_commands(QueueHandle queue, std::span<const std::vector<Command>* const> lists);
// Reports a command of an immediate list to the GPU.
ReportedLaunches tell_command(QueueHandle queue, const Command& command);

// Returns a lock to hold while a command is reported to the GPU and given to the driver, so that both see the same
// order. A call that waits for its command does not hold the lock.
std::unique_lock<std::mutex> lock_submission();

// Call when the program has waited for all commands of a queue, for the commands before a fence, or for an event.
void end_queue(QueueHandle queue);
void begin_fence(ze_fence_handle_t fence, QueueHandle queue);
void end_fence(ze_fence_handle_t fence);
void end_event(ze_event_handle_t event);
// Forgets which command signals the event.
void forget_event(ze_event_handle_t event);

// Returns the commands of a list. Empty for an immediate or unknown list.
std::vector<Command> list_commands(ze_command_list_handle_t list);

}  // namespace eugene::inside::level_zero
