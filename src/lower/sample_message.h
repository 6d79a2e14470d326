// Messages to the sampler, whose parameters follow one another in the order of the native message: vISA manual
// 3D_SAMPLE, SKL PRM vol7, sampler message header.
#pragma once

#include <cstdint>
#include <vector>

#include "lower/context.h"

namespace eugene::lower {

inline constexpr unsigned kAllChannels = 0xF;
// Dword 2 of the header.
inline constexpr unsigned kGatheredChannel = 16;
inline constexpr std::uint32_t kPixelNullMask = 1U << 23;

// Which message, and what goes with it.
struct Sample {
  std::uint8_t type = 0;
  std::vector<visa::Raw> parameters;
  const visa::Raw* dst = nullptr;
  unsigned channels = kAllChannels;  // requested channels
  std::uint32_t header = 0;          // bits of dword 2

  bool has_mask() const { return (header & kPixelNullMask) != 0; }  // a register after the channels
};

// Sends it for the channels of `op`, with the sampler and the surface that `op` names.
Result<void> send_sample(Context& context, const Op& op, const Sample& wanted);

}  // namespace eugene::lower
