// Model of shared local memory: BXT PRM vol6 "SLM Bank Hardware Implementation". 16 arrays of 4 KB can be accessed
// independently, one dword per clock each, all for reading or all for writing. Accesses to one array are serialised.
//
// The documents do not say which array holds an address: here consecutive dwords are in consecutive arrays. Channels
// that read or write the same dword share an access; atomics on it are serialised (docs/undefined.md).
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

// The clocks of one access. `offsets`: of the channels, any number; each has `bytes` bytes, and every dword of an
// element is in an array of its own. `atomic`: channels share no dword.
SlmClocks slm_clocks(std::span<const std::uint32_t> offsets, unsigned bytes, bool atomic);

}  // namespace eugene::profile
