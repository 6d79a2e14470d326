// The flow control registers fc0 to fc4, as far as the routine that saves and restores a thread sees them.
//
// They hold what the EU knows of channels that branches have parted. No document describes their contents: a routine
// copies entry after entry, each as wide as a register, to memory and back, of which Intel's brings back the upper four
// dwords in both halves. Here an entry is one number, in all eight dwords: fc0.n the IP of channel n where it waits,
// fc1 the channels that run, fc2 those that were dispatched, fc3.0 the channels in a subroutine. The others are zero.
#pragma once

#include <cstdint>

#include "eu/thread.h"
#include "isa/operand.h"

namespace eugene::eu {

// The state behind the entry that `operand` names; null where there is none.
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
