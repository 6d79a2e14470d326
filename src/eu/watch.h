// Executes a thread with an observer that sees every executed instruction. Unobserved runs cost nothing extra: run() is
// a separate instance of the interpreter's loop, and compiled code that counts is compiled separately.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/interpreter.h"
#include "eu/memory_window.h"

namespace eugene::eu {

struct PreparedOp;

// Counters that compiled code increments per instruction. It accesses the members by offset.
struct ExecutionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled, over all executions
  std::uint64_t divergences = 0;  // executions after which some channels went on and others did not
  std::uint64_t parted = 0;       // channels that did not go on, over all divergences
};

// The memory accesses of a message that compiled code performs itself.
struct LaneReach {
  MemorySpace space;
  unsigned bytes = 0;                      // of an element
  std::uint32_t chosen = 1;                // bit e: element e from the offset on
  bool is_atomic = false;                  // one element, where the offset is rounded down to
  std::uint32_t channels = 0;              // enabled
  const std::uint32_t* offsets = nullptr;  // by channel; null: the offsets are in `wide`
  const std::uint64_t* wide = nullptr;
};

class InstructionWatch {
 public:
  virtual ~InstructionWatch() = default;
  // `thread` has executed `op` on `channels` of its channels. `before` is the execution mask before the instruction.
  virtual void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before) = 0;

  // Counters by instruction, which compiled code updates in place of calling executed().
  virtual ExecutionCounts* execution_counts() = 0;
  // Compiled code is about to send a message. `executed`: instructions that the thread has executed before it.
  virtual void before_message(std::uint64_t executed) = 0;
  // Compiled code is about to access memory itself in place of sending the message of instruction `index`.
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
