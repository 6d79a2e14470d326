// Gather and scatter: every enabled channel reads or writes its own elements at its own offset.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "functions/memory_range.h"
#include "functions/message_call.h"

namespace eugene::functions {

inline constexpr unsigned kMaxLanes = 16;

struct ChannelOffsets {
  unsigned count = 8;      // channels of the message: 8 or 16
  std::uint32_t mask = 0;  // those that are enabled
  std::array<std::uint64_t, kMaxLanes> offset;
};

// Elements of a channel: those of the set bits of `elements`, element e at the channel's offset + e * element size.
// In registers the first enabled element of all channels comes first, then the second of all channels (structure
// of arrays); a channel takes an element's size, at least a dword.
struct Elements {
  unsigned bytes = 4;        // of one in memory: 1, 2, 4 or 8
  std::uint32_t chosen = 1;  // bit e: element e is transferred
};

// Registers that `lanes.count` channels of `elements` occupy.
unsigned element_registers(unsigned lanes, const Elements& elements);

// False after a fault. `to` and `from` hold element_registers() registers. Disabled channels keep their contents. A
// channel has at most one element that is smaller than a dword; a read clears the other bytes of its dword.
bool gather(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
            std::byte* to);
bool scatter(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
             const std::byte* from);

}  // namespace eugene::functions
