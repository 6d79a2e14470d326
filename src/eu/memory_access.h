// The effect of a message on memory. There are dozens of messages, but few effects: every channel accesses some
// elements (ElementAccess), every channel changes a word (AtomicAccess), or consecutive registers are moved
// (BlockAccess). memory_access() reduces a message to one of these. So code that accesses memory without sending the
// message has three cases to handle. Rare and other messages are left to the port.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <variant>

#include "eu/memory_window.h"
#include "eu/thread.h"
#include "isa/gen.h"
#include "isa/message/message.h"

namespace eugene::eu {

// Every channel accesses the `chosen` elements, counted from its offset.
struct ElementAccess {
  unsigned lanes = 8;
  unsigned bytes = 4;        // size of an element in memory
  unsigned chosen = 1;       // bit e: element e
  unsigned scale = 1;        // unit of offsets in the message, in bytes
  bool header_mask = false;  // M0.7 masks channels too

  unsigned slot() const { return bytes < 4 ? 4 : bytes; }  // bytes of an element in registers
  unsigned elements() const { return static_cast<unsigned>(std::bit_width(chosen)); }
  unsigned parts() const { return static_cast<unsigned>(std::popcount(chosen)); }
  unsigned reach() const { return elements() * bytes; }
  // Bytes from one channel to the next if they are contiguous: a vector of three takes the space of four.
  unsigned stride() const { return std::bit_ceil(elements()) * bytes; }
};

// Every channel changes the word at its offset.
struct AtomicAccess {
  unsigned lanes = 8;
  unsigned bytes = 4;
  isa::AtomicOp op = isa::AtomicOp::add;
  unsigned operands = 1;
  bool returns = false;
  bool header_mask = false;

  unsigned reach() const { return bytes; }
};

// Consecutive registers that are also consecutive in memory, at an offset from the header.
struct BlockAccess {
  unsigned bytes = 32;
  unsigned begin = 0;              // in the registers; nonzero for the upper half of one
  bool from_address = false;       // M0.1:0 is the address; otherwise M0.2 is an offset in units of `scale` bytes
  unsigned scale = 0;              // 0: M0.2 is not used
  unsigned offset = 0;             // offset in the message itself
  bool moves_base = false;         // M0.5 31:10 is added
  std::uint32_t all_channels = 0;  // the channels that must all be enabled to move the whole block

  unsigned reach() const { return bytes; }
  unsigned registers() const { return (bytes + kGrfBytes - 1) / kGrfBytes; }
};

struct MemoryAccess {
  MemorySpace space;
  bool has_index = true;  // the binding table index is known in advance, not only when the message is sent
  std::variant<ElementAccess, AtomicAccess, BlockAccess> kind;

  unsigned reach() const {
    return std::visit([](const auto& each) { return each.reach(); }, kind);
  }
};

// Returns the effect of `message`, sent by an instruction of `exec_size` channels. Nothing: the port must execute it.
std::optional<MemoryAccess> memory_access(const isa::Gen& gen, const isa::Message& message, unsigned exec_size);

}  // namespace eugene::eu
