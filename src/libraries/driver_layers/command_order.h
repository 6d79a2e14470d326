// Which commands of a program's queues nothing orders, so that they may run at the same time: OpenCL 3.0 API,
// "Execution of OpenCL programs" and "Event objects". Commands of a queue that is in order follow each other; others
// follow the events that they wait for and the barriers of their queue; and what the host has waited for has ended.
//
// The host's accesses of mapped memory count as a command too, which follows the one that maps it.
//
// An order that is not known is taken for one: a command that waits for an event of an unknown origin follows all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace eugene::i915 {

// Handles of queues and events.
using Handle = const void*;

class CommandOrder {
 public:
  // Counted from 1.
  using Number = std::uint64_t;
  struct Command {
    Handle queue = nullptr;
    std::span<const Handle> waits;  // events
    bool follows_queue = false;     // it waits for all earlier commands of its queue,
    bool leads_queue = false;       // and all later ones for it
  };

  void add_queue(Handle queue, bool is_in_order);
  // Whether commands can be without order: there is one queue that is not in order, or there are several.
  bool has_several() const { return has_several_; }

  // A command that the driver then refuses may stay: it accesses nothing.
  Number begin(const Command& command);
  // Stands for the host's accesses of memory that `map` has mapped, until end(). No command of a queue follows it.
  Number begin_host(Number map);
  // It is the one that `event` tells of.
  void give(Number command, Handle event);
  // The event may be of anything from now on: its handle has been released, or is that of another.
  void forget(Handle event) { events_.erase(event); }

  // The host has waited for the command and so for all before it.
  void end(Number command) { end(command, true); }
  void end_event(Handle event);
  void end_queue(Handle queue);

  // Returns the commands that have ended since the last call. `is_known` is false for those that are no longer
  // followed.
  struct Ended {
    Number number = 0;
    bool is_known = true;
  };
  std::vector<Ended> take_ended() { return std::exchange(ended_, {}); }

  // Earlier commands that have not ended, and of which neither waits for the other. Ascending.
  std::vector<Number> unordered(Number command) const;

  static constexpr std::size_t kMostOpen = 256;  // of older ones it is not known whether they have ended

 private:
  struct Open {
    Handle queue = nullptr;      // null: none
    std::vector<Number> before;  // of those that are open. Ascending
  };
  struct Queue {
    bool is_in_order = true;
    Number leader = 0;  // the last command that later ones of the queue follow; 0: there is none
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
  std::vector<Ended> ended_;
};

}  // namespace eugene::i915
