// Iterates over the elements of an access, whether the message port or compiled code has reported it.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "eu/observer.h"

namespace eugene::check {

// Calls `element(offset, lane)` for each element, in order. `lane` is the channel of the message, or nothing if the
// channel is unknown.
template <class Function>
void for_each_element(const eu::Access& access, Function element) {
  std::uint32_t left = access.channels;
  const bool are_known = static_cast<std::size_t>(std::popcount(left)) == access.offsets.size();
  for (const std::uint64_t offset : access.offsets) {
    element(offset, are_known ? std::optional(static_cast<unsigned>(std::countr_zero(left))) : std::nullopt);
    left &= left - 1;
  }
}

// Calls `element(offset, lane, part)` for each element. `part` numbers a lane's elements from 0.
template <class Function>
void for_each_element(const eu::LaneAccess& access, Function element) {
  unsigned part = 0;
  for (std::uint32_t elements = access.elements; elements != 0; elements &= elements - 1, ++part) {
    const std::uint64_t ahead = static_cast<std::uint64_t>(std::countr_zero(elements)) * access.bytes;
    for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      element((access.wide != nullptr ? access.wide[lane] : access.offsets[lane]) + ahead, lane, part);
    }
  }
}

}  // namespace eugene::check
