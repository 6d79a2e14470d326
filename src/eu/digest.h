// A digest is a hash of everything that a thread does that others can see: the addresses of its messages, its branches,
// and the values that it compares. Two runs whose threads have equal digests have taken the same path, except with a
// probability of about one in 2^32. The check `init` compares runs with different undefined contents
// (gpu/schedule/observe/observation.h, Trial).
//
// Each instruction adds dwords in program order, the same in both tiers, if an observer needs digests
// (Interest::digests).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eu/thread.h"

namespace eugene::eu {

using DigestedDwords = std::array<std::uint32_t, 8>;
// Before a dword is added, the digest is multiplied by 2^kDigestShift + 1. The factor is odd, so no bit is lost.
inline constexpr unsigned kDigestShift = 5;

inline void add_to_digest(Thread& thread, const DigestedDwords& dwords) {
  for (std::size_t i = 0; i != dwords.size(); ++i) thread.digest[i] += (thread.digest[i] << kDigestShift) + dwords[i];
}

// The digest of a thread that has ended. Digests of several threads can be added in any order.
inline constexpr std::array<std::uint64_t, 4> kDigestFactors{0x9E37'79B9'7F4A'7C15, 0xC2B2'AE3D'27D4'EB4F,
                                                             0x1656'67B1'9E37'79F9, 0xD6E8'FEB8'6659'FD93};
inline constexpr unsigned kDigestFold = 29;
inline std::uint64_t final_digest(const Thread& thread) {
  const auto words = std::bit_cast<std::array<std::uint64_t, 4>>(thread.digest);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i != words.size(); ++i) sum += words[i] * kDigestFactors[i];
  sum = (sum ^ (sum >> kDigestFold)) * kDigestFactors[0];
  return sum ^ (sum >> kDigestFold);
}

}  // namespace eugene::eu
