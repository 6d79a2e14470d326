#include "functions/gather.h"

#include <algorithm>
#include <type_traits>

#include "functions/moved_values.h"

namespace eugene::functions {
namespace {

// Calls `body` for each enabled channel, lowest first.
template <class Body>
bool for_each_lane(std::uint32_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1) {
    if (!body(static_cast<unsigned>(std::countr_zero(mask)))) return false;
  }
  return true;
}

// True if all channels are enabled and channel i is i * kStride bytes after the first.
template <unsigned kCount, unsigned kStride>
bool is_run(const ChannelOffsets& lanes) {
  std::uint64_t difference = 0;
  for (unsigned i = 0; i < kCount; ++i) difference |= (lanes.offset[i] - lanes.offset[0]) ^ (i * kStride);
  return difference == 0 && lanes.mask == low_mask(kCount);
}

// Returns the host address if the elements of all channels are contiguous on one page; otherwise null.
template <unsigned kBytes>
std::byte* find_run(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, Access access) {
  if (!(lanes.count == 16 ? is_run<16, kBytes>(lanes) : is_run<8, kBytes>(lanes))) return nullptr;
  const std::uint64_t offset = lanes.offset[0] & space.offset_mask;
  const unsigned bytes = lanes.count * kBytes;
  return space.contains(offset, bytes) ? space.locate(call.view(), offset, bytes, access) : nullptr;
}

// Returns the host address if all channels are enabled and read the same element; otherwise null.
template <unsigned kBytes>
const std::byte* find_shared(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes) {
  if (!(lanes.count == 16 ? is_run<16, 0>(lanes) : is_run<8, 0>(lanes))) return nullptr;
  const std::uint64_t offset = lanes.offset[0] & space.offset_mask;
  return space.contains(offset, kBytes) ? space.locate(call.view(), offset, kBytes, Access::read) : nullptr;
}

template <unsigned kBytes, class Byte>
void copy(Byte* registers, std::byte* memory) {
  if constexpr (kAccessOf<Byte> == Access::read) {
    std::memcpy(registers, memory, kBytes);
  } else {
    std::memcpy(memory, registers, kBytes);
  }
}

// Moves one element that may be outside the space, on two pages, or unmapped.
template <unsigned kBytes, class Byte>
bool move_slowly(MessageCall& call, const MemoryRange& space, std::uint64_t offset, Byte* slot, unsigned lane) {
  if (!call.drop(space, offset, kBytes, kAccessOf<Byte>, static_cast<int>(lane))) return false;
  bool mapped = false;
  if constexpr (kAccessOf<Byte> == Access::read) {
    mapped = space.read(call.view(), offset, slot, kBytes);
  } else {
    mapped = space.write(call.view(), offset, slot, kBytes);
  }
  return mapped || call.unmapped(call.view().bad_address(), kAccessOf<Byte>, static_cast<int>(lane));
}

// Moves the chosen elements, one channel after the other. Channel i's first element is at `slots` + i * kSlot, each
// further one `step` bytes later.
template <unsigned kBytes, unsigned kSlot, class Byte>
bool move_lanes(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, std::uint32_t chosen,
                unsigned step, Byte* slots) {
  const unsigned extent = static_cast<unsigned>(std::bit_width(chosen)) * kBytes;
  RangeCursor window(space, call.view(), kAccessOf<Byte>, extent);
  return for_each_lane(lanes.mask, [&](unsigned lane) {
    const std::uint64_t offset = lanes.offset[lane] & space.offset_mask;
    std::byte* memory = window.find(offset);
    Byte* slot = slots + lane * kSlot;
    for (std::uint32_t left = chosen; left != 0; left &= left - 1, slot += step) {
      const unsigned at = static_cast<unsigned>(std::countr_zero(left)) * kBytes;
      if (memory != nullptr) {
        copy<kBytes>(slot, memory + at);
      } else if (!move_slowly<kBytes>(call, space, offset + at, slot, lane)) {
        return false;
      }
    }
    return true;
  });
}

template <unsigned kBytes, class Byte>
bool move_elements(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, std::uint32_t chosen,
                   Byte* registers) {
  const unsigned step = lanes.count * kBytes;
  if (chosen == 1) {
    if (std::byte* memory = find_run<kBytes>(call, space, lanes, kAccessOf<Byte>); memory != nullptr) {
      if constexpr (kAccessOf<Byte> == Access::read) {
        std::memcpy(registers, memory, step);
      } else {
        std::memcpy(memory, registers, step);
      }
      return true;
    }
    if constexpr (kAccessOf<Byte> == Access::read) {
      if (const std::byte* memory = find_shared<kBytes>(call, space, lanes); memory != nullptr) {
        std::array<std::byte, kBytes> element;
        std::memcpy(element.data(), memory, kBytes);
        for (unsigned i = 0; i < lanes.count; ++i) std::memcpy(registers + i * kBytes, element.data(), kBytes);
        return true;
      }
    }
  }
  return move_lanes<kBytes, kBytes>(call, space, lanes, chosen, step, registers);
}

// Reports the accesses: one report for each element, with all channels.
void observe(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
             AccessKind kind) {
  if (!call.reports_accesses()) return;
  for (std::uint32_t left = elements.chosen; left != 0; left &= left - 1) {
    auto offsets = lanes.offset;
    for (std::uint64_t& offset : offsets) {
      offset =
          (offset & space.offset_mask) + std::uint64_t{static_cast<unsigned>(std::countr_zero(left))} * elements.bytes;
    }
    call.reaches(space, offsets, lanes.mask, elements.bytes, kind);
  }
}

constexpr unsigned slot_bytes(unsigned bytes) { return std::max(bytes, 4U); }

// Reports the values, after the elements have been moved from or to `registers`.
void tell_values(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
                 AccessKind kind, const std::byte* registers) {
  const std::size_t slot = slot_bytes(elements.bytes);
  for (std::uint32_t left = elements.chosen; left != 0; left &= left - 1, registers += lanes.count * slot) {
    const std::uint64_t ahead = std::uint64_t{static_cast<unsigned>(std::countr_zero(left))} * elements.bytes;
    MovedValues values(call, space, elements.bytes, kind);
    for_each_lane(lanes.mask, [&](unsigned lane) {
      values.add(lane, (lanes.offset[lane] & space.offset_mask) + ahead, registers + lane * slot);
      return true;
    });
    values.tell();
  }
}

bool gather_elements(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
                     std::byte* to) {
  switch (elements.bytes) {
    case 8: return move_elements<8>(call, space, lanes, elements.chosen, to);
    case 4: return move_elements<4>(call, space, lanes, elements.chosen, to);
    default: break;
  }
  for_each_lane(lanes.mask, [&](unsigned lane) {
    std::memset(to + lane * 4, 0, 4);
    return true;
  });
  return elements.bytes == 1 ? move_lanes<1, 4>(call, space, lanes, 1, 0, to)
                             : move_lanes<2, 4>(call, space, lanes, 1, 0, to);
}

bool scatter_elements(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes,
                      const Elements& elements, const std::byte* from) {
  switch (elements.bytes) {
    case 8: return move_elements<8>(call, space, lanes, elements.chosen, from);
    case 4: return move_elements<4>(call, space, lanes, elements.chosen, from);
    case 2: return move_lanes<2, 4>(call, space, lanes, 1, 0, from);
    default: return move_lanes<1, 4>(call, space, lanes, 1, 0, from);
  }
}

}  // namespace

unsigned element_registers(unsigned lanes, const Elements& elements) {
  const unsigned bytes = lanes * slot_bytes(elements.bytes) * static_cast<unsigned>(std::popcount(elements.chosen));
  return (bytes + eu::kGrfBytes - 1) / eu::kGrfBytes;
}

bool gather(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
            std::byte* to) {
  observe(call, space, lanes, elements, AccessKind::read);
  if (!gather_elements(call, space, lanes, elements, to)) return false;
  if (call.reports_values()) [[unlikely]]
    tell_values(call, space, lanes, elements, AccessKind::read, to);
  return true;
}

bool scatter(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, const Elements& elements,
             const std::byte* from) {
  observe(call, space, lanes, elements, AccessKind::write);
  if (!scatter_elements(call, space, lanes, elements, from)) return false;
  if (call.reports_values()) [[unlikely]]
    tell_values(call, space, lanes, elements, AccessKind::write, from);
  return true;
}

}  // namespace eugene::functions
