// Gather and scatter: every enabled channel reads or writes its elements at its own offset.
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
  std::uint32_t mask = 0;  // enabled channels
  std::array<std::uint64_t, kMaxLanes> offset;
};

// The elements of a channel: element e, at the channel's offset + e * element size, is transferred if bit e of `chosen`
// is set. Registers have the first element of all channels, then the second of all channels, and so on (structure of
// arrays). Each element takes its size in a register, but at least a dword.
struct Elements {
  unsigned bytes = 4;        // size of an element in memory: 1, 2, 4 or 8
  std::uint32_t chosen = 1;  // bit e: element e is transferred
};

// Number of registers for `elements` of `lanes` channels.
unsigned element_registers(unsigned lanes, const Elements& elements);

// Return false after a fault. `to` and `from` have element_registers() registers. The slots of disabled channels are
// not changed. Elements smaller than a dword must be the only element of a channel; a read clears the other bytes of
// the dword.
bool gather(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
            std::byte* to);
bool scatter(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
             const std::byte* from);

}  // namespace eugene::functions
