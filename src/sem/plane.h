// Places of the operands of line and pln (SNB PRM vol4 part2 8.3.22, 8.3.35), for the interpreter and the JIT.
#pragma once

#include <cstddef>

namespace eugene::sem {

// Elements of source 0, a group of four that holds the coefficients of all channels. line: p and q. pln: p, q and r.
inline constexpr unsigned kLineP = 0, kLineQ = 3;
inline constexpr unsigned kPlaneP = 0, kPlaneQ = 1, kPlaneR = 3;

// Source 1 of pln has u of eight channels, then v of the same eight, and so on.
inline constexpr unsigned kPlaneGroup = 8;
// Returns the element with u of `channel`. The element with v is kPlaneGroup elements further.
constexpr std::size_t find_u(std::size_t channel) {
  return channel / kPlaneGroup * 2 * kPlaneGroup + channel % kPlaneGroup;
}

}  // namespace eugene::sem
