// Model of shared local memory: BXT PRM vol6 "SLM Bank Hardware Implementation". 16 arrays of 4 KB can be accessed
// independently, one dword per clock each, all for reading or all for writing. Accesses to one array are serialised.
//
// The elements of all channels of a message count together. Eight channels that read four consecutive dwords each,
// one channel after the other, reach 32 dwords in a row, which take two clocks. Counted element by element, it would be
// eight: the first dwords of the channels are four dwords apart and therefore in four arrays only.
//
// The documents do not say which array holds an address: here consecutive dwords are in consecutive arrays. Channels
// that read or write the same dword share an access; atomics on it are serialised (docs/undefined.md).
#pragma once

#include <cstdint>
#include <span>

#include "profile/parameters.h"

namespace eugene::profile {

struct SlmShape {
  unsigned arrays = 16;
  unsigned width = 4;  // bytes of an array in a clock
  bool operator==(const SlmShape&) const = default;
};
constexpr SlmShape slm_shape(const Parameters& parameters) { return {parameters.slm_banks, parameters.slm_width}; }

// An element that a channel of a message accesses.
struct Reached {
  std::uint64_t place = 0;
  std::uint32_t bytes = 0;
};

struct SlmClocks {
  std::uint32_t taken = 0;
  std::uint32_t least = 0;  // with the same dwords in different arrays
  SlmClocks& operator+=(const SlmClocks& more) {
    taken += more.taken;
    least += more.least;
    return *this;
  }
  bool operator==(const SlmClocks&) const = default;
};

// The clocks of one message that accesses `elements`; `place` is an offset in local memory. There may be any number of
// elements, of any size: every dword of an element is in an array of its own. `atomic`: channels share no dword.
SlmClocks slm_clocks(std::span<const Reached> elements, bool atomic, const SlmShape& shape = {});

}  // namespace eugene::profile
