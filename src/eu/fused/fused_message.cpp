#include "eu/fused/fused_message.h"

#include <algorithm>
#include <array>

#include "base/host_fault.h"
#include "eu/fused/fused_lanes.h"
#include "eu/prepare/prepared_op.h"
#include "isa/message/access.h"

namespace eugene::eu {

namespace {

constexpr unsigned kMostLanes = 16;
constexpr unsigned kMostElements = 4;
constexpr unsigned kMostBlock = 256;

using Slot = WindowTable::Slot;

template <class T>
T payload_word(const Thread& thread, std::uint32_t at, unsigned index) {
  return lane_at<T>(bytes_of(thread) + at, index);
}

// ---- accesses to the host's memory ----

// The memory is that of the program, which may have taken it away: the access is then undone as far as registers go,
// and the port reports the fault. Shared local memory is Eugene's own.
bool access_host(const MessagePlan& plan, void (*body)(void*), void* argument) {
  if (plan.space.slm) {
    body(argument);
    return true;
  }
  HostFaultTrap trap;
  return trap.run(body, argument);
}

// Elements of channels and the registers that hold them: first those of all channels for the first chosen element,
// then for the next.
struct Transfer {
  std::byte* host;             // the window
  const std::uint64_t* index;  // of each channel's first element in it
  std::byte* registers;
  unsigned lanes;
  std::uint32_t channels;
  std::uint32_t chosen;
};

// Of a register: an element takes a dword at least, and its upper bytes are zero.
template <class Element>
using InRegister = std::conditional_t<sizeof(Element) < 4, std::uint32_t, Element>;

template <class Element>
void gather(void* argument) {
  const auto& all = *static_cast<const Transfer*>(argument);
  std::byte* to = all.registers;
  for (std::uint32_t left = all.chosen; left != 0; left &= left - 1) {
    const std::byte* from = all.host + static_cast<unsigned>(std::countr_zero(left)) * sizeof(Element);
    for (unsigned lane = 0; lane < all.lanes; ++lane)
      set_lane<InRegister<Element>>(to, lane, lane_at<Element>(from + all.index[lane], 0));
    to += all.lanes * sizeof(InRegister<Element>);
  }
}

// Of channels at one place the last wins.
template <class Element>
void scatter(void* argument) {
  const auto& all = *static_cast<const Transfer*>(argument);
  for (std::uint32_t enabled = all.channels; enabled != 0; enabled &= enabled - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(enabled));
    const std::byte* from = all.registers;
    for (std::uint32_t left = all.chosen; left != 0; left &= left - 1) {
      const auto element = static_cast<unsigned>(std::countr_zero(left));
      set_lane(all.host + all.index[lane], element, static_cast<Element>(lane_at<InRegister<Element>>(from, lane)));
      from += all.lanes * sizeof(InRegister<Element>);
    }
  }
}

struct Bytes {
  std::byte* to;
  const std::byte* from;
  std::size_t count;
};

// Sixteen or eight elements of four bytes are what most messages move.
void copy(void* argument) {
  const auto& all = *static_cast<const Bytes*>(argument);
  switch (all.count) {
    case 64: std::memcpy(all.to, all.from, 64); break;
    case 32: std::memcpy(all.to, all.from, 32); break;
    default: std::memcpy(all.to, all.from, all.count); break;
  }
}

// ---- channels with addresses of their own ----

struct Places {
  alignas(64) std::array<std::uint64_t, kMostLanes> index;  // in the window; disabled channels: that of an enabled one
  std::uint64_t outside = 0;                                // highest bit: some channel is outside
  std::uint64_t apart = 0;                                  // zero: all channels are at one place
  std::uint64_t uneven = 0;                                 // zero: channels follow each other
};

constexpr bool is_outside(const Places& places) { return places.outside >> 63 != 0; }

template <class Address>
EUGENE_VECTOR_LOOPS void find_places(Places& places, const Thread& thread, const MessagePlan& plan, const Slot& window,
                                     std::uint32_t channels, std::uint64_t stride) {
  const std::byte* addresses = bytes_of(thread) + plan.addresses;
  const std::uint64_t mask = plan.offset_mask, first = window.first;
  const unsigned shift = plan.scale_shift;
  const ActiveLanes work{.groups = plan.channels == 0xFF ? 1U : 2U};
  std::uint64_t* index = places.index.data();
  for_lanes(work, [&] [[gnu::always_inline]] (std::size_t i) {
    index[i] = ((std::uint64_t{lane_at<Address>(addresses, i)} << shift) & mask) - first;
  });
  if (channels != plan.channels) {
    const std::uint64_t enabled = index[static_cast<unsigned>(std::countr_zero(channels))];
    for (std::size_t group = 0; group < work.groups * kGroup; group += kGroup) {
      const auto& masks = group_masks(channels, group);
      for (std::size_t lane = 0; lane < kGroup; ++lane)
        index[group + lane] = masks[lane] != 0 ? index[group + lane] : enabled;
    }
  }
  // i is below count where neither i nor count - 1 - i is negative.
  const std::uint64_t last = window.count - 1, begin = index[0];
  std::uint64_t outside = 0, apart = 0, uneven = 0;
  for_lanes(work, [&] [[gnu::always_inline]] (std::size_t i) {
    outside |= index[i] | (last - index[i]);
    apart |= index[i] ^ begin;
    uneven |= (index[i] - begin) ^ (i * stride);
  });
  places.outside = outside;
  places.apart = apart;
  places.uneven = uneven;
}

// Stores what has been read into the registers of the enabled channels.
template <class T>
EUGENE_VECTOR_LOOPS void store_enabled(std::byte* registers, const std::byte* values, unsigned lanes, unsigned parts,
                                       std::uint32_t channels) {
  for (unsigned part = 0; part < parts; ++part) {
    for (std::size_t first = 0; first < lanes; first += kGroup) {
      const auto& masks = group_masks(channels, first);
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
      for (std::size_t lane = 0; lane < kGroup; ++lane) {
        const T mask = static_cast<T>(static_cast<std::int32_t>(masks[lane]));
        const T kept = lane_at<T>(registers, first + lane);
        set_lane<T>(registers, first + lane, (lane_at<T>(values, first + lane) & mask) | (kept & ~mask));
      }
    }
    registers += lanes * sizeof(T);
    values += lanes * sizeof(T);
  }
}

template <class T>
EUGENE_VECTOR_LOOPS void fill(std::byte* registers, const std::byte* value, unsigned lanes) {
  const T element = lane_at<T>(value, 0);
  for (unsigned first = 0; first < lanes; first += kGroup)
    for (unsigned lane = 0; lane < kGroup; ++lane) set_lane<T>(registers, first + lane, element);
}

struct EnabledLanes {
  unsigned lanes;
  std::uint32_t channels;
  bool all;
};

template <class Element>
bool read_lanes(Thread& thread, const MessagePlan& plan, const Slot& window, const Places& places,
                const EnabledLanes& enabled) {
  using T = InRegister<Element>;
  std::byte* registers = bytes_of(thread) + plan.data;
  // Values do not go to registers before all have been read: the addresses may lie there.
  alignas(64) std::array<std::byte, kMostLanes * kMostElements * sizeof(T)> values;
  const bool is_run = enabled.all && plan.chosen == 1 && sizeof(T) == sizeof(Element) && places.uneven == 0;
  if (is_run) {
    Bytes bytes{values.data(), window.host + places.index[0], enabled.lanes * sizeof(T)};
    if (plan.space.slm) bytes.to = registers;
    if (!access_host(plan, copy, &bytes)) return false;
    if (plan.space.slm) return true;
    bytes = {registers, values.data(), bytes.count};
    copy(&bytes);
    return true;
  }
  const bool is_one = plan.chosen == 1 && enabled.all && places.apart == 0;
  Transfer transfer{.host = window.host,
                    .index = places.index.data(),
                    .registers = values.data(),
                    .lanes = is_one ? 1 : enabled.lanes,
                    .channels = enabled.channels,
                    .chosen = plan.chosen};
  if (!access_host(plan, gather<Element>, &transfer)) return false;
  if (is_one) {
    fill<T>(registers, values.data(), enabled.lanes);
  } else {
    const auto parts = static_cast<unsigned>(std::popcount(unsigned{plan.chosen}));
    store_enabled<T>(registers, values.data(), enabled.lanes, parts, enabled.channels);
  }
  return true;
}

template <class Element>
bool write_lanes(Thread& thread, const MessagePlan& plan, const Slot& window, const Places& places,
                 const EnabledLanes& enabled) {
  std::byte* registers = bytes_of(thread) + plan.data;
  const bool is_run =
      enabled.all && plan.chosen == 1 && sizeof(InRegister<Element>) == sizeof(Element) && places.uneven == 0;
  if (is_run) {
    Bytes bytes{window.host + places.index[0], registers, enabled.lanes * sizeof(Element)};
    return access_host(plan, copy, &bytes);
  }
  Transfer transfer{.host = window.host,
                    .index = places.index.data(),
                    .registers = registers,
                    .lanes = enabled.lanes,
                    .channels = enabled.channels,
                    .chosen = plan.chosen};
  return access_host(plan, scatter<Element>, &transfer);
}

template <class Address, class Element, bool writes>
bool move_lanes(Thread& thread, const MessagePlan& plan, const Slot& window, std::uint32_t channels) {
  channels &= plan.channels;
  if (plan.header_mask) channels &= payload_word<std::uint32_t>(thread, plan.header, 7);
  if (channels == 0) return window.count != 0;
  Places places;
  find_places<Address>(places, thread, plan, window, channels, sizeof(Element));
  if (is_outside(places)) return false;
  const EnabledLanes enabled{
      .lanes = plan.channels == 0xFF ? 8U : 16U, .channels = channels, .all = channels == plan.channels};
  if constexpr (writes) {
    return write_lanes<Element>(thread, plan, window, places, enabled);
  } else {
    return read_lanes<Element>(thread, plan, window, places, enabled);
  }
}

// ---- blocks ----

std::uint64_t block_offset(const Thread& thread, const MessagePlan& plan) {
  const auto dword = [&](unsigned index) {
    return std::uint64_t{payload_word<std::uint32_t>(thread, plan.header, index)};
  };
  if (plan.from_address) return (dword(0) | dword(1) << 32) & plan.offset_mask;
  std::uint64_t offset = plan.offset;
  if (plan.has_offset) offset += dword(2) << plan.scale_shift;
  if (plan.moves_base) offset += dword(5) & isa::kBufferBaseMask;
  return offset & plan.offset_mask;
}

bool move_block(Thread& thread, const MessagePlan& plan, const Slot& window, std::uint32_t channels) {
  const std::uint64_t offset = block_offset(thread, plan);
  if ((channels & plan.channels) != plan.channels || !window.contains(offset)) return false;
  std::byte* host = window.host + (offset - window.first);
  std::byte* registers = bytes_of(thread) + plan.data;
  if (plan.space.writes) {
    Bytes bytes{host, registers, plan.reach};
    return access_host(plan, copy, &bytes);
  }
  alignas(64) std::array<std::byte, kMostBlock> values;
  Bytes bytes{values.data(), host, plan.reach};
  if (!access_host(plan, copy, &bytes)) return false;
  bytes = {registers, values.data(), plan.reach};
  copy(&bytes);
  return true;
}

// ---- choice ----

template <class Address, class Element>
MessageHandler of_elements(bool writes) {
  return writes ? move_lanes<Address, Element, true> : move_lanes<Address, Element, false>;
}
template <class Address>
MessageHandler of_addresses(unsigned bytes, bool writes) {
  switch (bytes) {
    case 1: return of_elements<Address, std::uint8_t>(writes);
    case 2: return of_elements<Address, std::uint16_t>(writes);
    case 4: return of_elements<Address, std::uint32_t>(writes);
    default: return of_elements<Address, std::uint64_t>(writes);
  }
}

}  // namespace

MessageHandler message_handler(const MemoryAccess& access) {
  const bool writes = access.space.writes;
  if (const auto* block = std::get_if<BlockAccess>(&access.kind))
    return block->bytes <= kMostBlock ? move_block : nullptr;
  const auto* elements = std::get_if<ElementAccess>(&access.kind);
  if (elements == nullptr || elements->parts() > kMostElements) return nullptr;
  return access.space.a64 ? of_addresses<std::uint64_t>(elements->bytes, writes)
                          : of_addresses<std::uint32_t>(elements->bytes, writes);
}

std::uint64_t wanted_offset(const Thread& thread, const MessagePlan& plan, std::uint32_t channels) {
  if (plan.is_block) return block_offset(thread, plan);
  const auto lane = static_cast<unsigned>(std::countr_zero(channels & plan.channels));
  const std::uint64_t address = lane >= kMostLanes        ? 0
                                : plan.address_bytes == 8 ? payload_word<std::uint64_t>(thread, plan.addresses, lane)
                                                          : payload_word<std::uint32_t>(thread, plan.addresses, lane);
  return (address << plan.scale_shift) & plan.offset_mask;
}

MessageWindows::MessageWindows(const PreparedProgram& prepared, const FastPaths& paths)
    : plans_(prepared.messages.data()) {
  if (paths.message_windows == nullptr || paths.source == nullptr || prepared.messages.empty()) return;
  slots_ = paths.message_windows->of(&prepared, prepared.messages.size());
  source_ = paths.source;
}

void MessageWindows::learn(const FusedOp& op, std::uint64_t offset) {
  Slot& slot = slots_[op.message - 1];
  if (slot.contains(offset)) return;
  const MessagePlan& known = plan(op);
  const MemoryWindow found = source_->window(known.space, offset);
  if (found.bytes < known.reach) return;
  slot = {.first = found.first, .count = found.bytes - known.reach + 1, .host = found.host};
}

}  // namespace eugene::eu
