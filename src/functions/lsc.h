// Common parts of messages to the load/store cache (isa/message/lsc.h; vISA manual LSC_UNTYPED, LSC_TYPED). A message
// is executed as a list of elements; each has a lane, an offset in memory and a position in registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "functions/memory_range.h"
#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "isa/message/lsc_layout.h"

namespace eugene::functions {

// Executes a message; returns false after a fault. Called from dispatch.cpp.
bool execute(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);

// The kinds of messages. execute() calls one of them.
bool lsc_transfer(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_status(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_atomic(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_counter(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_block2d(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_typed(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
bool lsc_typed_block2d(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);

// Layout of the message's data in registers, with `elements` for each lane.
isa::LscRegisters lsc_registers(const MessageCall& call, const isa::Lsc& message, unsigned elements);

// The lanes of a message; each is a channel of the instruction.
struct LscLanes {
  unsigned count = 1;
  std::uint32_t mask = 0;  // enabled lanes
  std::array<std::uint64_t, isa::kMaxChannels> offset{};
};
// Returns the lanes with the addresses of an untyped message; nothing after a fault.
std::optional<LscLanes> lsc_lanes(const MessageCall& call, const isa::Lsc& message);

// Returns the memory range that an untyped message's offsets are relative to; nothing after a fault.
std::optional<MemoryRange> lsc_space(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message);
// Returns the name of the message's surface.
SurfaceName lsc_surface(const MessageCall& call, const isa::Lsc& message);

// Return the first `bytes` bytes of the payload or of the second payload; null after a fault if it is shorter.
const std::byte* lsc_payload(const MessageCall& call, unsigned bytes);
const std::byte* lsc_data(const MessageCall& call, unsigned bytes);
// Returns the response of `bytes` bytes; null after a fault if it is shorter.
std::byte* lsc_response(MessageCall& call, unsigned bytes);

// Convert an element between its form in a register and its value in memory.
std::uint64_t lsc_read_slot(const isa::LscElement& element, const std::byte* slot);
void lsc_write_slot(const isa::LscElement& element, std::byte* slot, std::uint64_t value);

// Moves elements between registers and memory. Out-of-bounds elements read as zeros and are not written.
class LscMover {
 public:
  LscMover(const MessageCall& call, const MemoryRange& space, const isa::LscElement& element, Access access)
      : call_(&call), space_(space), element_(element), cursor_(space, call.view(), access, element.bytes) {}

  // Return false after a fault.
  bool load(std::uint64_t offset, std::byte* slot, unsigned lane);
  bool store(std::uint64_t offset, const std::byte* slot, unsigned lane);

 private:
  const MessageCall* call_;
  const MemoryRange& space_;
  isa::LscElement element_;
  RangeCursor cursor_;
};

}  // namespace eugene::functions
