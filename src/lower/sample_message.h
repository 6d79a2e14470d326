// Messages to the sampler. Their parameters are in the order of the native message: vISA manual 3D_SAMPLE, SKL PRM
// vol7, sampler message header.
#pragma once

#include <cstdint>
#include <vector>

#include "lower/context.h"

namespace eugene::lower {

inline constexpr unsigned kAllChannels = 0xF;
// Fields in dword 2 of the header.
inline constexpr unsigned kGatheredChannel = 16;
inline constexpr std::uint32_t kPixelNullMask = 1U << 23;

// A sampler message and its operands.
struct Sample {
  std::uint8_t type = 0;
  std::vector<visa::Raw> parameters;
  const visa::Raw* dst = nullptr;
  unsigned channels = kAllChannels;  // requested channels
  std::uint32_t header = 0;          // bits of dword 2

  bool has_mask() const { return (header & kPixelNullMask) != 0; }  // a register after the channels
};

// Sends the message for the channels of `op`, with the sampler and the surface of `op`.
Result<void> send_sample(Context& context, const Op& op, const Sample& wanted);

}  // namespace eugene::lower
