// Messages in which each channel has its own address. The elements may be one run, one element that all channels read,
// or scattered in the window.
#include <algorithm>
#include <array>

#include "eu/fused/fused_lanes.h"
#include "eu/fused/host_access.h"

namespace eugene::eu {

namespace {

constexpr unsigned kMaxElements = 4;

using Slot = WindowTable::Slot;

// Elements of channels, and the registers for them: all channels' first chosen element, then all channels' next one.
struct Transfer {
  std::byte* host;             // the window
  const std::uint64_t* index;  // offset in the window of each channel's first element
  std::byte* registers;
  unsigned lanes;
  std::uint32_t channels;
  std::uint32_t chosen;
};

// The type of an element in a register: at least a dword, with zeros in the upper bytes.
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

// If channels write to the same place, the last channel wins.
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

// Offsets of the channels' elements in the window.
struct Places {
  alignas(64) std::array<std::uint64_t, kMaxMessageLanes> index;  // disabled channels have the offset of an enabled one
};

// The pattern of all channels' addresses. In most messages it is a run, or all addresses are the same.
enum class Pattern : std::uint8_t { run, one, other };

// `step_shift`: addresses of a run differ by 1 << step_shift from one channel to the next.
template <class Address>
EUGENE_VECTOR_LOOPS Pattern find_pattern(const std::byte* addresses, unsigned groups, unsigned step_shift) {
  const Address begin = lane_at<Address>(addresses, 0);
  const Address step = lane_at<Address>(addresses, 1) - begin;
  if (step != Address{1} << step_shift && step != 0) return Pattern::other;
  const Address steps = step == 0 ? 0 : ~Address{0};
  Address differences = 0;
  for (std::size_t first = 0; first < std::size_t{groups} * kGroup; first += kGroup) {
    const std::byte* group = addresses + first * sizeof(Address);
    const Address expected = begin + ((static_cast<Address>(first) << step_shift) & steps);
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t lane = 0; lane < kGroup; ++lane)
      differences |= (lane_at<Address>(group, lane) - expected) ^ ((static_cast<Address>(lane) << step_shift) & steps);
  }
  if (differences != 0) return Pattern::other;
  return step == 0 ? Pattern::one : Pattern::run;
}

// Returns the offset of one channel's element in the window. It is window.count or more if the element is outside.
template <class Address>
std::uint64_t find_place(const Thread& thread, const MessagePlan& plan, const Slot& window, unsigned lane) {
  const std::uint64_t address = payload_word<Address>(thread, plan.addresses, lane);
  return ((address << plan.scale_shift) & plan.offset_mask) - window.first;
}

// Returns false if an enabled channel is outside the window.
template <class Address>
EUGENE_VECTOR_LOOPS bool find_places(Places& places, const Thread& thread, const MessagePlan& plan, const Slot& window,
                                     std::uint32_t channels) {
  const std::byte* addresses = raw_bytes(thread) + plan.addresses;
  const std::uint64_t mask = plan.offset_mask, first = window.first;
  const unsigned shift = plan.scale_shift;
  const ActiveLanes work{.groups = plan.channels == 0xFF ? 1U : 2U};
  const std::uint64_t enabled =
      find_place<Address>(thread, plan, window, static_cast<unsigned>(std::countr_zero(channels)));
  std::uint64_t* const index = places.index.data();
  // i is less than count if neither i nor count - 1 - i is negative.
  const std::uint64_t last = window.count - 1;
  std::uint64_t outside = 0;
  for (std::size_t group = 0; group < work.groups * kGroup; group += kGroup) {
    const auto& masks = group_masks(channels, group);
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t lane = 0; lane < kGroup; ++lane) {
      const std::uint64_t keep = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(masks[lane])});
      const std::uint64_t own = ((std::uint64_t{lane_at<Address>(addresses, group + lane)} << shift) & mask) - first;
      const std::uint64_t place = (own & keep) | (enabled & ~keep);
      index[group + lane] = place;
      outside |= place | (last - place);
    }
  }
  return outside >> 63 == 0;
}

// Stores values that were read into the registers of the enabled channels.
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
  for (std::size_t first = 0; first < lanes; first += kGroup)
    for (std::size_t lane = 0; lane < kGroup; ++lane) set_lane<T>(registers, first + lane, element);
}

// Moves a run of elements, which is packed both in memory and in registers. Returns false if it is not all in the
// window.
template <class Address, class Element, bool writes>
bool move_run(Thread& thread, const MessagePlan& plan, const Slot& window, unsigned lanes) {
  const std::uint64_t begin = find_place<Address>(thread, plan, window, 0);
  const std::uint64_t end = find_place<Address>(thread, plan, window, lanes - 1);
  // The end must be checked as well: addresses may have wrapped.
  if (begin >= window.count || end >= window.count || end - begin != (lanes - 1) * sizeof(Element)) return false;
  std::byte* registers = raw_bytes(thread) + plan.data;
  std::byte* host = window.host + begin;
  const std::size_t count = lanes * sizeof(Element);
  if constexpr (writes) {
    Bytes bytes{host, registers, count};
    return access_host(plan, copy, &bytes);
  }
  if (plan.space.slm) {
    Bytes bytes{registers, host, count};
    copy(&bytes);
    return true;
  }
  // Reads everything before it writes registers, because the addresses may be in the same registers.
  alignas(64) std::array<std::byte, kMaxMessageLanes * sizeof(Element)> values;
  Bytes bytes{values.data(), host, count};
  if (!access_host(plan, copy, &bytes)) return false;
  bytes = {registers, values.data(), count};
  copy(&bytes);
  return true;
}

// Reads the elements that all channels share.
template <class Address, class Element>
bool read_one(Thread& thread, const MessagePlan& plan, const Slot& window, unsigned lanes) {
  using T = InRegister<Element>;
  const std::uint64_t place = find_place<Address>(thread, plan, window, 0);
  if (place >= window.count) return false;
  std::array<std::byte, kMaxElements * sizeof(T)> values;
  Transfer transfer{.host = window.host,
                    .index = &place,
                    .registers = values.data(),
                    .lanes = 1,
                    .channels = 1,
                    .chosen = plan.chosen};
  if (!access_host(plan, gather<Element>, &transfer)) return false;
  const auto parts = static_cast<unsigned>(std::popcount(unsigned{plan.chosen}));
  std::byte* registers = raw_bytes(thread) + plan.data;
  for (unsigned part = 0; part < parts; ++part)
    fill<T>(registers + part * lanes * sizeof(T), values.data() + part * sizeof(T), lanes);
  return true;
}

template <class Address, class Element, bool writes>
bool move_each(Thread& thread, const MessagePlan& plan, const Slot& window, unsigned lanes, std::uint32_t channels) {
  using T = InRegister<Element>;
  Places places;
  if (!find_places<Address>(places, thread, plan, window, channels)) return false;
  std::byte* registers = raw_bytes(thread) + plan.data;
  alignas(64) std::array<std::byte, kMaxMessageLanes * kMaxElements * sizeof(T)> values;
  Transfer transfer{.host = window.host,
                    .index = places.index.data(),
                    .registers = writes ? registers : values.data(),
                    .lanes = lanes,
                    .channels = channels,
                    .chosen = plan.chosen};
  if constexpr (writes) {
    return access_host(plan, scatter<Element>, &transfer);
  } else {
    if (!access_host(plan, gather<Element>, &transfer)) return false;
    const auto parts = static_cast<unsigned>(std::popcount(unsigned{plan.chosen}));
    store_enabled<T>(registers, values.data(), lanes, parts, channels);
    return true;
  }
}

template <class Address, class Element, bool writes>
bool move_lanes(Thread& thread, const MessagePlan& plan, const Slot& window, std::uint32_t channels) {
  channels &= plan.channels;
  if (plan.header_mask) channels &= payload_word<std::uint32_t>(thread, plan.header, 7);
  if (channels == 0) return window.count != 0;
  const unsigned lanes = plan.channels == 0xFF ? 8 : 16;
  if (channels == plan.channels) {
    const std::byte* addresses = raw_bytes(thread) + plan.addresses;
    const Pattern pattern = find_pattern<Address>(
        addresses, lanes / kGroup, static_cast<unsigned>(std::countr_zero(sizeof(Element))) - plan.scale_shift);
    if (sizeof(Element) >= 4 && pattern == Pattern::run && plan.chosen == 1)
      return move_run<Address, Element, writes>(thread, plan, window, lanes);
    if constexpr (!writes) {
      if (pattern == Pattern::one) return read_one<Address, Element>(thread, plan, window, lanes);
    }
  }
  return move_each<Address, Element, writes>(thread, plan, window, lanes, channels);
}

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

MessageHandler element_handler(const ElementAccess& access, const MemorySpace& space) {
  if (access.parts() > kMaxElements) return nullptr;
  return space.a64 ? of_addresses<std::uint64_t>(access.bytes, space.writes)
                   : of_addresses<std::uint32_t>(access.bytes, space.writes);
}

}  // namespace eugene::eu
