// Model of shared local memory: BXT PRM vol6 "SLM Bank Hardware Implementation". 16 arrays of 4 KB can be accessed
// independently, one dword per clock each, all for reading or all for writing. Accesses to one array are serialised.
//
// The elements of all channels of a message count together. Example: eight channels read four consecutive dwords each,
// together 32 consecutive dwords, which takes two clocks. Counted element by element, the message would take eight
// clocks, because the first dwords of the channels are four dwords apart and therefore in only four arrays.
//
// The documents do not say which array holds an address. Choice: consecutive dwords are in consecutive arrays. Channels
// that read or write the same dword share an access; atomics to the same dword are serialised
// (docs/record/undefined.md).
#pragma once

#include <cstdint>
#include <span>

#include "profile/parameters.h"

namespace eugene::profile {

struct SlmShape {
  unsigned arrays = 16;
  unsigned width = 4;  // bytes of an array per clock
  bool operator==(const SlmShape&) const = default;
};
constexpr SlmShape slm_shape(const Parameters& parameters) { return {parameters.slm_banks, parameters.slm_width}; }

// An element that a channel of a message accesses.
struct AccessedElement {
  std::uint64_t place = 0;
  std::uint32_t bytes = 0;
};

struct SlmClocks {
  std::uint32_t taken = 0;
  std::uint32_t least = 0;  // without conflicts: as if the dwords were spread evenly over the arrays
  SlmClocks& operator+=(const SlmClocks& more) {
    taken += more.taken;
    least += more.least;
    return *this;
  }
  bool operator==(const SlmClocks&) const = default;
};

// Returns the clocks of one message that accesses `elements`, whose `place` is an offset in local memory. There may be
// any number of elements, of any size; the dwords of an element are counted separately. `atomic`: channels that access
// the same dword do not share the access.
SlmClocks slm_clocks(std::span<const AccessedElement> elements, bool atomic, const SlmShape& shape = {});

}  // namespace eugene::profile
