// The channels that an instruction works on: predication by flag bits (SNB PRM vol4 part2 5.4.3) and the write enable
// (8.2). Templates over a value with one bit for each channel: std::uint32_t, or a recorded lane with that element.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "isa/instruction.h"
#include "sem/lane.h"

namespace eugene::sem {

// Fills every aligned group of `group` bits (a power of two) with ones if any bit of the group is set, else with zeros.
template <class Bits>
constexpr Bits spread_any(Bits bits, unsigned group) {
  // Gather downwards into the group's lowest bit, then spread that bit over the group.
  Bits gathered = bits;
  std::uint32_t lowest = 0;
  for (unsigned i = 0; i < 32; i += group) lowest |= 1U << i;
  for (unsigned step = 1; step < group; step *= 2) gathered = bit_or(gathered, shift_right(gathered, like(bits, step)));
  gathered = bit_and(gathered, like(bits, lowest));
  for (unsigned step = 1; step < group; step *= 2) gathered = bit_or(gathered, shift_left(gathered, like(bits, step)));
  return gathered;
}

// Like spread_any(), but fills a group with ones if all of its bits are set.
template <class Bits>
constexpr Bits spread_all(Bits bits, unsigned group) {
  return bit_not(spread_any(bit_not(bits), group));
}

// Fills every aligned group of four with its bit `component` (Align16 .x .y .z .w).
template <class Bits>
constexpr Bits spread_component(Bits bits, unsigned component) {
  return spread_any(bit_and(bits, like(bits, 0x11111111U << component)), 4);
}

// Returns the predicate of each channel. `flag` has the flag bits of the instruction's channels, from bit 0 on.
// `other_flag` has the same bits of the other flag register (f0 and f1), for anyv and allv.
template <class Bits>
constexpr Bits predicate_channels(isa::PredControl control, bool inverse, Bits flag, Bits other_flag) {
  using enum isa::PredControl;
  Bits result = flag;
  switch (control) {
    case none: return like(flag, ~0U);
    case normal: break;
    case anyv: result = bit_or(flag, other_flag); break;
    case allv: result = bit_and(flag, other_flag); break;
    case any2h: result = spread_any(flag, 2); break;
    case all2h: result = spread_all(flag, 2); break;
    case any4h:
    case any4h_a16: result = spread_any(flag, 4); break;
    case all4h:
    case all4h_a16: result = spread_all(flag, 4); break;
    case any8h: result = spread_any(flag, 8); break;
    case all8h: result = spread_all(flag, 8); break;
    case any16h: result = spread_any(flag, 16); break;
    case all16h: result = spread_all(flag, 16); break;
    case any32h: result = spread_any(flag, 32); break;
    case all32h: result = spread_all(flag, 32); break;
    case rep_x: result = spread_component(flag, 0); break;
    case rep_y: result = spread_component(flag, 1); break;
    case rep_z: result = spread_component(flag, 2); break;
    case rep_w: result = spread_component(flag, 3); break;
  }
  return inverse ? bit_not(result) : result;
}

// Returns the channels, from bit 0 on, that an instruction works on before its predicate. `all` has a bit for each
// channel of the execution size. `running` has the channels that run; NoMask ignores it.
template <class Bits>
constexpr Bits eligible_channels(bool no_mask, std::uint32_t all, Bits running) {
  return no_mask ? like(running, all) : bit_and(running, like(running, all));
}

}  // namespace eugene::sem
