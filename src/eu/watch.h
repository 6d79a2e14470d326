// Interpreting a thread while somebody looks at every instruction that it has executed. What nobody looks at does not
// pay for it: run() is another instance of the loop.
#pragma once

#include <cstdint>

#include "eu/interpreter.h"

namespace eugene::eu {

struct PreparedOp;

class InstructionWatch {
 public:
  virtual ~InstructionWatch() = default;
  // `thread` has executed `op`, which `channels` of its channels did; those of `before` ran when it began.
  virtual void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before) = 0;

 protected:
  InstructionWatch() = default;
  InstructionWatch(const InstructionWatch&) = default;
  InstructionWatch& operator=(const InstructionWatch&) = default;
};

// As run().
Outcome run_watched(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                    InstructionWatch& watch);

}  // namespace eugene::eu
