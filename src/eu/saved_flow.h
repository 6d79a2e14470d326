// The flow control registers fc0 to fc4, as the system routine that saves and restores a thread sees them.
//
// They hold the EU's state about divergent channels. No document describes their contents. Routines copy entry after
// entry, each as wide as a register, to memory and back; Intel's routine restores the upper four dwords into both
// halves. Here an entry is one number, repeated in all eight dwords: fc0.n is the IP where channel n waits, fc1 the
// channels that run, fc2 the channels that were dispatched, fc3.0 the channels in a subroutine. The others are zero.
#pragma once

#include <cstdint>

#include "eu/thread.h"
#include "isa/operand.h"

namespace eugene::eu {

// Returns the state that the entry `operand` stands for; null if there is none.
inline std::uint32_t* flow_entry(Thread& thread, const isa::Operand& operand) {
  const unsigned entry = operand.subnr;
  switch (operand.arf_nr()) {
    case 0: return &thread.channel_ip[entry % kMaxChannels];
    case 1: return entry == 0 ? &thread.running : nullptr;
    case 2: return entry == 0 ? &thread.dispatched : nullptr;
    case 3: return entry == 0 ? &thread.call_mask : nullptr;
    default: return nullptr;
  }
}

}  // namespace eugene::eu
