#include "functions/scattered.h"

#include <algorithm>

#include "functions/atomic.h"
#include "functions/gather.h"
#include "functions/moved_values.h"
#include "isa/message/access.h"

namespace eugene::functions {
namespace {

using isa::ChannelAccess;

constexpr unsigned kA32AddressBytes = 4;

constexpr unsigned kSimd4x2 = 4;  // code in messages

constexpr unsigned count_registers(unsigned lanes, unsigned bytes) { return lanes * bytes / eu::kGrfBytes; }

// Surface messages with a header have an additional mask: Pixel Sample Mask, M0.7 bits 15:0.
std::uint32_t surface_channels(const MessageCall& call, unsigned lanes) {
  const std::uint32_t channels = call.channels(lanes);
  return call.has_header() ? channels & call.header(7) : channels;
}

// Reads 32-bit offsets from the body registers from `first_register` on and multiplies them by `scale`.
bool read_a32(MessageCall& call, unsigned first_register, unsigned scale, ChannelOffsets& lanes) {
  const std::byte* from = call.body(first_register, count_registers(lanes.count, kA32AddressBytes));
  if (from == nullptr) return false;
  std::array<std::uint32_t, kMaxLanes> offsets{};
  std::memcpy(offsets.data(), from, lanes.count == 16 ? 64 : 32);
  for (unsigned i = 0; i < kMaxLanes; ++i) lanes.offset[i] = std::uint64_t{offsets[i]} * scale;
  return true;
}

bool read_a64(MessageCall& call, ChannelOffsets& lanes) {
  const std::byte* from = call.body(0, count_registers(lanes.count, sizeof(std::uint64_t)));
  if (from == nullptr) return false;
  std::memcpy(lanes.offset.data(), from, lanes.count * sizeof(std::uint64_t));
  return true;
}

// Returns the memory range of an untyped message and sets `lanes` to byte offsets in it. A raw buffer has an offset for
// each channel; a structured buffer has an element index and an offset in the element. Sets `address_registers` to the
// number of body registers with addresses.
const MemoryRange* untyped_target(MessageCall& call, Surfaces& surfaces, unsigned bti, ChannelOffsets& lanes,
                                  unsigned& address_registers) {
  const MemoryRange* space = surfaces.space(call, bti);
  if (space == nullptr || !read_a32(call, 0, 1, lanes)) return nullptr;
  address_registers = count_registers(lanes.count, kA32AddressBytes);
  if (!surfaces.has_state(bti)) return space;
  const memory::SurfaceState* state = surfaces.surface(call, bti);
  if (state == nullptr) return nullptr;
  if (state->type != memory::SurfaceType::structured_buffer) return space;
  ChannelOffsets inner{.count = lanes.count, .mask = lanes.mask, .offset = {}};
  if (!read_a32(call, address_registers, 1, inner)) return nullptr;
  address_registers *= 2;
  for (unsigned i = 0; i < lanes.count; ++i) {
    const bool inside = lanes.offset[i] < state->elements && inner.offset[i] < state->pitch;
    lanes.offset[i] = inside ? lanes.offset[i] * state->pitch + inner.offset[i] : kOutside;
  }
  return space;
}

// Scattered messages: adds the header's global offset (M0.2) to the offsets.
const MemoryRange* scattered_target(MessageCall& call, Surfaces& surfaces, const ChannelAccess& access,
                                    ChannelOffsets& lanes) {
  const MemoryRange* space = surfaces.space(call, access.bti);
  if (space == nullptr || !read_a32(call, 0, access.scale, lanes)) return nullptr;
  if (const std::uint64_t global = std::uint64_t{call.header(2)} * access.scale; global != 0) {
    for (std::uint64_t& offset : lanes.offset) offset += global;
  }
  return space;
}

// Returns the memory range of the enabled channels' elements, and sets their offsets in it.
const MemoryRange* target(MessageCall& call, Surfaces& surfaces, const ChannelAccess& access, ChannelOffsets& lanes,
                          unsigned& address_registers) {
  lanes.count = access.lanes;
  lanes.mask = access.header_mask ? surface_channels(call, access.lanes) : call.channels(access.lanes);
  address_registers = count_registers(access.lanes, access.address_bytes());
  if (access.a64) return read_a64(call, lanes) ? &kA64Range : nullptr;
  if (access.header_offset) return scattered_target(call, surfaces, access, lanes);
  return untyped_target(call, surfaces, access.bti, lanes, address_registers);
}

// Moves elements from memory to the response, or from the body to memory.
template <class Message>
bool transfer(MessageCall& call, Surfaces& surfaces, const Message& message) {
  const auto access = isa::channel_access(message);
  if (!access) return call.unsupported(message);
  ChannelOffsets lanes{.count = 0, .mask = 0, .offset = {}};
  unsigned address_registers = 0;
  const MemoryRange* space = target(call, surfaces, *access, lanes, address_registers);
  if (space == nullptr) return false;
  const Elements elements{.bytes = access->bytes, .chosen = access->chosen};
  const unsigned registers = element_registers(lanes.count, elements);
  if (access->reads) {
    std::byte* to = call.response(registers);
    return to != nullptr && gather(call, *space, lanes, elements, to);
  }
  const std::byte* from = call.body(address_registers, registers);
  return from != nullptr && scatter(call, *space, lanes, elements, from);
}

// SIMD4x2: dwords 0-3 and 4-7 of a register have the components of the two slots, each with a separate enable.
bool transfer_4x2(MessageCall& call, const MemoryRange& space, const std::array<std::uint64_t, 2>& offsets,
                  std::uint32_t chosen, Access access, unsigned data_register) {
  const std::uint32_t channels = surface_channels(call, 8);
  std::byte* to = access == Access::read ? call.response(1) : nullptr;
  const std::byte* from = access == Access::write ? call.body(data_register, 1) : nullptr;
  if (to == nullptr && from == nullptr) return false;
  const AccessKind kind = access == Access::read ? AccessKind::read : AccessKind::write;
  for (unsigned channel = 0; channel < 8; ++channel) {
    const unsigned component = channel % 4;
    if ((channels >> channel & 1) == 0 || (chosen >> component & 1) == 0) continue;
    const std::uint64_t offset = (offsets[channel / 4] & space.offset_mask) + component * 4;
    if (!call.drop(space, offset, 4, access, static_cast<int>(channel))) return false;
    call.reaches(space, {&offset, 1}, 1, 4, kind);
    const bool mapped = to != nullptr ? space.read(call.view(), offset, to + channel * 4, 4)
                                      : space.write(call.view(), offset, from + channel * 4, 4);
    if (!mapped && !call.unmapped(call.view().bad_address(), access, static_cast<int>(channel))) return false;
    call.transferred(space, offset, {(to != nullptr ? to : from) + channel * 4, 4}, kind);
  }
  return true;
}

// Executes atomics on words of type T. The operands follow after the addresses, each in a run of registers. The
// response is one run. An operand of 16 bits is the low word of a dword; the high word of a response is zero
// (docs/record/undefined.md).
template <class T, class Op>
bool atomic_lanes(MessageCall& call, const MemoryRange& space, const ChannelOffsets& lanes, Op op, bool returns,
                  unsigned data_register) {
  using Slot = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;
  const unsigned registers = count_registers(lanes.count, sizeof(Slot));
  if (space.base % sizeof(T) != 0) return call.fail("atomic message to a surface whose base address is not aligned");
  std::array<std::array<Slot, kMaxLanes>, 2> sources{};
  for (unsigned i = 0; i < operands(op); ++i) {
    const std::byte* from = call.body(data_register + i * registers, registers);
    if (from == nullptr) return false;
    std::memcpy(sources[i].data(), from, lanes.count * sizeof(Slot));
  }
  std::byte* to = returns ? call.response(registers) : nullptr;
  if (returns && to == nullptr) return false;
  // The low bits of an address are ignored: the word that contains it is used.
  const auto offset_at = [&](unsigned lane) {
    return lanes.offset[lane] & space.offset_mask & ~std::uint64_t{sizeof(T) - 1};
  };
  for (std::uint32_t left = call.reports_bounds(space) ? lanes.mask : 0; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!call.drop(space, offset_at(lane), sizeof(T), Access::write, static_cast<int>(lane))) return false;
  }
  if (call.reports_accesses()) {
    auto offsets = lanes.offset;
    for (std::uint64_t& offset : offsets) offset &= space.offset_mask & ~std::uint64_t{sizeof(T) - 1};
    call.reaches(space, offsets, lanes.mask, sizeof(T), AccessKind::atomic);
  }
  RangeCursor window(space, call.view(), Access::write, sizeof(T));
  MovedValues values(call, space, sizeof(T), AccessKind::atomic);
  for (std::uint32_t left = lanes.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t offset = offset_at(lane);
    Slot result = 0;
    if (std::byte* word = window.find(offset); word != nullptr) {
      const T a = static_cast<T>(sources[0][lane]), b = static_cast<T>(sources[1][lane]);
      const T old = atomic_update(reinterpret_cast<T*>(word), op, a, b);
      result = atomic_result(op, old, a, b);
      if (values.wanted()) {
        const T updated = sem::atomic_update(op, old, a, b);
        values.add(lane, offset, &old, &updated);
      }
    } else if (space.contains(offset, sizeof(T))) {
      return call.fail_at(space.base + offset, Access::write, static_cast<int>(lane));
    }
    if (to != nullptr) std::memcpy(to + lane * sizeof(Slot), &result, sizeof(Slot));
  }
  values.tell();
  return true;
}

// Executes an atomic message on words of type T, with any kind of address.
template <class T, class Message>
bool atomic(MessageCall& call, Surfaces& surfaces, const Message& message, const ChannelAccess& access) {
  ChannelOffsets lanes{.count = 0, .mask = 0, .offset = {}};
  unsigned address_registers = 0;
  const MemoryRange* space = target(call, surfaces, access, lanes, address_registers);
  return space != nullptr && atomic_lanes<T>(call, *space, lanes, message.op, message.returns, address_registers);
}
template <class Message>
bool atomic(MessageCall& call, Surfaces& surfaces, const Message& message) {
  const auto access = isa::channel_access(message);
  if (!access) return call.unsupported(message);
  if constexpr (std::same_as<Message, isa::UntypedAtomic>) {
    if (access->bytes == 8) return atomic<std::uint64_t>(call, surfaces, message, *access);
  }
  if (access->bytes == 2) return atomic<std::uint16_t>(call, surfaces, message, *access);
  return atomic<std::uint32_t>(call, surfaces, message, *access);
}

bool transfer_4x2(MessageCall& call, Surfaces& surfaces, const isa::UntypedSurface& message) {
  if (message.scaled) return call.unsupported(message);
  if (message.a64) {
    // The register has the address of the first slot in qword 0, of the second in qword 2.
    const std::byte* from = call.body(0, 1);
    if (from == nullptr) return false;
    std::array<std::uint64_t, 2> slots;
    std::memcpy(&slots[0], from, 8);
    std::memcpy(&slots[1], from + 16, 8);
    return transfer_4x2(call, kA64Range, slots, message.channels, find_access(message), 1);
  }
  ChannelOffsets lanes{.count = 8, .mask = surface_channels(call, 8), .offset = {}};
  unsigned address_registers = 0;
  const MemoryRange* space = untyped_target(call, surfaces, message.bti, lanes, address_registers);
  return space != nullptr && transfer_4x2(call, *space, {lanes.offset[0], lanes.offset[4]}, message.channels,
                                          find_access(message), address_registers);
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedSurface& message) {
  return message.simd == kSimd4x2 ? transfer_4x2(call, surfaces, message) : transfer(call, surfaces, message);
}
bool execute(MessageCall& call, Surfaces& surfaces, const isa::ByteScattered& message) {
  return transfer(call, surfaces, message);
}
bool execute(MessageCall& call, Surfaces& surfaces, const isa::DwordScattered& message) {
  return transfer(call, surfaces, message);
}
bool execute(MessageCall& call, Surfaces& surfaces, const isa::A64Scattered& message) {
  return transfer(call, surfaces, message);
}
bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedAtomic& message) {
  return atomic(call, surfaces, message);
}
bool execute(MessageCall& call, Surfaces& surfaces, const isa::UntypedFloatAtomic& message) {
  return atomic(call, surfaces, message);
}

}  // namespace eugene::functions
