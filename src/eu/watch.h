// Executing a thread while somebody looks at every instruction that it has executed. What nobody looks at does not pay
// for it: run() is another instance of the interpreter's loop, and compiled code that counts is code of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/interpreter.h"
#include "eu/memory_window.h"

namespace eugene::eu {

struct PreparedOp;

// What compiled code counts of an instruction. It accesses the members by offset.
struct ExecutionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled, over all executions
  std::uint64_t divergences = 0;  // executions after which some channels went on and others did not
  std::uint64_t parted = 0;       // channels that did not, over all of these
};

// What the channels of a message reach that compiled code does itself.
struct LaneReach {
  MemorySpace space;
  unsigned bytes = 0;                      // of an element
  std::uint32_t chosen = 1;                // bit e: element e from the offset on
  bool is_atomic = false;                  // one element, where the offset is rounded down to
  std::uint32_t channels = 0;              // enabled
  const std::uint32_t* offsets = nullptr;  // by channel; null: they are wide
  const std::uint64_t* wide = nullptr;
};

class InstructionWatch {
 public:
  virtual ~InstructionWatch() = default;
  // `thread` has executed `op`, which `channels` of its channels did; those of `before` ran when it began.
  virtual void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before) = 0;

  // For compiled code, in place of executed(): where it counts, by instruction.
  virtual ExecutionCounts* execution_counts() = 0;
  // The thread has executed so many instructions before the message that compiled code is about to send.
  virtual void before_message(std::uint64_t executed) = 0;
  // The same where it does not send message `index` but accesses the memory itself.
  virtual void reached(std::uint32_t index, std::uint64_t executed, const LaneReach& lanes) = 0;

 protected:
  InstructionWatch() = default;
  InstructionWatch(const InstructionWatch&) = default;
  InstructionWatch& operator=(const InstructionWatch&) = default;
};

// As run().
Outcome run_watched(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                    InstructionWatch& watch);
// As run_until().
std::optional<Outcome> run_until(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                                 const std::vector<bool>& stops, InstructionWatch& watch);

}  // namespace eugene::eu
