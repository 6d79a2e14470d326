#include "functions/lanes.h"

#include <algorithm>

namespace eugene::functions {
namespace {

// The enabled channels, lowest first.
template <class Body>
bool for_each_lane(std::uint32_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1) {
    if (!body(static_cast<unsigned>(std::countr_zero(mask)))) return false;
  }
  return true;
}

// True if all channels are on and channel i is i * `stride` bytes after the first.
bool is_run(const Lanes& lanes, unsigned stride) {
  if (lanes.mask != low_mask(lanes.count)) return false;
  std::uint64_t difference = 0;
  for (unsigned i = 0; i < lanes.count; ++i) difference |= (lanes.offset[i] - lanes.offset[0]) ^ (i * stride);
  return difference == 0;
}

template <unsigned kBytes>
bool gather_elements(Call& call, const Space& space, const Lanes& lanes, std::uint32_t chosen, std::byte* to) {
  memory::View& view = call.view();
  const unsigned extent = static_cast<unsigned>(std::bit_width(chosen)) * kBytes;
  const unsigned step = lanes.count * kBytes;
  if (chosen == 1 && is_run(lanes, kBytes)) {
    const std::uint64_t offset = lanes.offset[0] & space.offset_mask;
    if (space.contains(offset, step)) {
      if (const std::byte* from = space.locate(view, offset, step, Access::read); from != nullptr) {
        std::memcpy(to, from, step);
        return true;
      }
    }
  }
  return for_each_lane(lanes.mask, [&](unsigned lane) {
    const std::uint64_t offset = lanes.offset[lane] & space.offset_mask;
    std::byte* slot = to + lane * kBytes;
    if (space.contains(offset, extent)) {
      if (const std::byte* from = space.locate(view, offset, extent, Access::read); from != nullptr) {
        for (std::uint32_t left = chosen; left != 0; left &= left - 1, slot += step) {
          std::memcpy(slot, from + static_cast<unsigned>(std::countr_zero(left)) * kBytes, kBytes);
        }
        return true;
      }
    }
    for (std::uint32_t left = chosen; left != 0; left &= left - 1, slot += step) {
      const std::uint64_t at = offset + static_cast<unsigned>(std::countr_zero(left)) * kBytes;
      if (!space.read(view, at, slot, kBytes)) {
        return call.fail_at(view.bad_address(), Access::read, static_cast<int>(lane));
      }
    }
    return true;
  });
}

template <unsigned kBytes>
bool scatter_elements(Call& call, const Space& space, const Lanes& lanes, std::uint32_t chosen, const std::byte* from) {
  memory::View& view = call.view();
  const unsigned extent = static_cast<unsigned>(std::bit_width(chosen)) * kBytes;
  const unsigned step = lanes.count * kBytes;
  if (chosen == 1 && is_run(lanes, kBytes)) {
    const std::uint64_t offset = lanes.offset[0] & space.offset_mask;
    if (space.contains(offset, step)) {
      if (std::byte* to = space.locate(view, offset, step, Access::write); to != nullptr) {
        std::memcpy(to, from, step);
        return true;
      }
    }
  }
  return for_each_lane(lanes.mask, [&](unsigned lane) {
    const std::uint64_t offset = lanes.offset[lane] & space.offset_mask;
    const std::byte* slot = from + lane * kBytes;
    if (space.contains(offset, extent)) {
      if (std::byte* to = space.locate(view, offset, extent, Access::write); to != nullptr) {
        for (std::uint32_t left = chosen; left != 0; left &= left - 1, slot += step) {
          std::memcpy(to + static_cast<unsigned>(std::countr_zero(left)) * kBytes, slot, kBytes);
        }
        return true;
      }
    }
    for (std::uint32_t left = chosen; left != 0; left &= left - 1, slot += step) {
      const std::uint64_t at = offset + static_cast<unsigned>(std::countr_zero(left)) * kBytes;
      if (!space.write(view, at, slot, kBytes)) {
        return call.fail_at(view.bad_address(), Access::write, static_cast<int>(lane));
      }
    }
    return true;
  });
}

constexpr unsigned slot_bytes(unsigned bytes) { return std::max(bytes, 4U); }

}  // namespace

unsigned element_registers(unsigned lanes, const Elements& elements) {
  const unsigned bytes = lanes * slot_bytes(elements.bytes) * static_cast<unsigned>(std::popcount(elements.chosen));
  return (bytes + eu::kGrfBytes - 1) / eu::kGrfBytes;
}

bool gather(Call& call, const Space& space, const Lanes& lanes, const Elements& elements, std::byte* to) {
  return elements.bytes == 8 ? gather_elements<8>(call, space, lanes, elements.chosen, to)
                             : gather_elements<4>(call, space, lanes, elements.chosen, to);
}

bool scatter(Call& call, const Space& space, const Lanes& lanes, const Elements& elements, const std::byte* from) {
  return elements.bytes == 8 ? scatter_elements<8>(call, space, lanes, elements.chosen, from)
                             : scatter_elements<4>(call, space, lanes, elements.chosen, from);
}

bool gather_bytes(Call& call, const Space& space, const Lanes& lanes, unsigned bytes, std::byte* to) {
  if (bytes >= 4) return gather(call, space, lanes, {.bytes = bytes, .chosen = 1}, to);
  memory::View& view = call.view();
  return for_each_lane(lanes.mask, [&](unsigned lane) {
    const std::uint64_t offset = lanes.offset[lane] & space.offset_mask;
    std::array<std::byte, 4> slot{};
    const std::byte* from = space.contains(offset, bytes) ? space.locate(view, offset, bytes, Access::read) : nullptr;
    if (from != nullptr && bytes == 1) {
      slot[0] = *from;
    } else if (from != nullptr) {
      std::memcpy(slot.data(), from, 2);
    } else if (!space.read(view, offset, slot.data(), bytes)) {
      return call.fail_at(view.bad_address(), Access::read, static_cast<int>(lane));
    }
    std::memcpy(to + lane * slot.size(), slot.data(), slot.size());
    return true;
  });
}

bool scatter_bytes(Call& call, const Space& space, const Lanes& lanes, unsigned bytes, const std::byte* from) {
  if (bytes >= 4) return scatter(call, space, lanes, {.bytes = bytes, .chosen = 1}, from);
  memory::View& view = call.view();
  return for_each_lane(lanes.mask, [&](unsigned lane) {
    const std::uint64_t offset = lanes.offset[lane] & space.offset_mask;
    const std::byte* slot = from + lane * 4;
    std::byte* to = space.contains(offset, bytes) ? space.locate(view, offset, bytes, Access::write) : nullptr;
    if (to != nullptr && bytes == 1) {
      *to = *slot;
    } else if (to != nullptr) {
      std::memcpy(to, slot, 2);
    } else if (!space.write(view, offset, slot, bytes)) {
      return call.fail_at(view.bad_address(), Access::write, static_cast<int>(lane));
    }
    return true;
  });
}

}  // namespace eugene::functions
