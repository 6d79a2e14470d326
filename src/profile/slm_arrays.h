// Shared local memory as it is built: BXT PRM vol6 "SLM Bank Hardware Implementation". 16 arrays of 4 KB can be
// accessed independently, each a dword a clock, all for reading or all for writing; accesses to one array take turns.
//
// Which array holds an address the documents do not say: consecutive dwords are in consecutive arrays here. Channels
// that read or write the same dword share an access; atomics on it take turns (docs/undefined.md).
#pragma once

#include <cstdint>
#include <span>

namespace eugene::profile {

inline constexpr unsigned kSlmArrays = 16;
inline constexpr unsigned kSlmArrayBytes = 4096;
static_assert(kSlmArrays * kSlmArrayBytes == 64 * 1024);

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

// One access of channels whose `bytes` lie at `offsets`: any number of channels; an element over several dwords is in
// as many arrays. `atomic`: no dword is shared.
SlmClocks slm_clocks(std::span<const std::uint32_t> offsets, unsigned bytes, bool atomic);

}  // namespace eugene::profile
