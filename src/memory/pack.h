// Converts a value of the EU to a channel's bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/bits.h"
#include "memory/format.h"
#include "memory/small_float.h"
#include "memory/unpack.h"

namespace eugene::memory {

inline std::uint32_t pack_channel(ChannelType type, std::uint32_t value, unsigned width) {
  const auto real = std::bit_cast<float>(value);
  const double finite = std::isnan(real) ? 0.0 : double{real};  // NaN converts to zero
  switch (type) {
    // Integers outside the channel's range become the nearest value in it, as OpenCL-CTS expects
    // (docs/record/undefined.md).
    case ChannelType::uint: return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, low_mask(width)));
    case ChannelType::sint: {
      const auto most = static_cast<std::int32_t>(low_mask(width - 1));
      return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(value), -most - 1, most));
    }
    case ChannelType::unorm:
      return static_cast<std::uint32_t>(
          std::nearbyint(std::clamp(finite, 0.0, 1.0) * static_cast<double>(low_mask(width))));
    case ChannelType::snorm: {
      const double scaled = std::clamp(finite, -1.0, 1.0) * static_cast<double>(low_mask(width - 1));
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::nearbyint(scaled)));
    }
    case ChannelType::float_: {
      if (width == 32) return value;
      const std::uint32_t magnitude = encode_small_float(std::fabs(real), fraction_bits(width));
      if (width == 16) return (value >> 16 & 0x8000) | magnitude;
      return std::signbit(real) && !std::isnan(real) ? 0 : magnitude;
    }
    case ChannelType::none: break;
  }
  return 0;
}

}  // namespace eugene::memory
