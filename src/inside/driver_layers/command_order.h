// Finds commands of a program's queues that nothing orders, so that they may run at the same time: OpenCL 3.0 API,
// "Execution of OpenCL programs" and "Event objects". Commands of an in-order queue follow each other. Other commands
// follow the events that they wait for and the barriers of their queue. Commands that the host has waited for have
// ended.
//
// The host's accesses of mapped memory count as a command too, which follows the map command.
//
// An unknown order counts as an order: a command that waits for an event of unknown origin follows all commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace eugene::inside {

// Handles of queues and events.
using Handle = const void*;

class CommandOrder {
 public:
  // Counted from 1.
  using Number = std::uint64_t;
  struct Command {
    Handle queue = nullptr;
    std::span<const Handle> waits;  // events
    bool follows_queue = false;     // the command waits for all earlier ones of its queue
    bool leads_queue = false;       // all later commands of its queue wait for it
  };

  void add_queue(Handle queue, bool is_in_order);
  // Whether commands can be unordered: there are several queues, or the only one is out of order.
  bool has_several() const { return has_several_; }

  // Adds a command. A command that the driver then refuses may stay, since it accesses nothing.
  Number begin(const Command& command);
  // Adds the host's accesses of memory that `map` has mapped, as a command that lasts until end(). No command of a
  // queue follows it.
  Number begin_host(Number map);
  // Records that `event` signals the end of `command`.
  void give(Number command, Handle event);
  // Forgets the command of `event`: the handle was released, or is reused for another event.
  void forget(Handle event) { events_.erase(event); }

  // Records that the host has waited for the command, and so for all commands before it.
  void end(Number command) { end(command, true); }
  void end_event(Handle event);
  void end_queue(Handle queue);

  // Returns the commands that have ended since the last call. `is_known` is false for commands that were dropped.
  struct EndedCommand {
    Number number = 0;
    bool is_known = true;
  };
  std::vector<EndedCommand> take_ended() { return std::exchange(ended_, {}); }

  // Returns the earlier commands that have not ended and are not ordered with `command`. Ascending.
  std::vector<Number> unordered(Number command) const;

  static constexpr std::size_t kMaxOpen = 256;  // beyond this, the oldest is dropped; whether it has ended is unknown

 private:
  struct Open {
    Handle queue = nullptr;      // null: a command of the host
    std::vector<Number> before;  // open commands that this one follows; ascending
  };
  struct Queue {
    bool is_in_order = true;
    Number leader = 0;  // the last command that all later ones of the queue follow; 0: none
  };
  Number open(Handle queue, std::vector<Number> before);
  void end(Number command, bool is_known);
  void follow(std::vector<Number>& before, Number command) const;
  void follow_all(std::vector<Number>& before) const;

  Number last_ = 0;
  bool has_several_ = false;
  std::map<Handle, Queue> queues_;
  std::map<Number, Open> open_;
  std::map<Handle, Number> events_;
  std::vector<EndedCommand> ended_;
};

}  // namespace eugene::inside
