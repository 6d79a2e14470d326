// Unpacks eight pixels at once, with vectors: unpack_pixel() (format.h) goes from channel to channel of one.
#pragma once

#include <array>
#include <cstdint>

#include "base/vector_host.h"
#include "memory/format.h"
#include "memory/pack_lanes.h"
#include "memory/unpack.h"

namespace eugene::memory {

// Component c of eight pixels in element c.
using UnpackedLanes = std::array<U32x8, 4>;

namespace detail {

inline I32x8 extend_sign(const U32x8& codes, unsigned width) {
  const unsigned unused = 32 - width;
  return (I32x8)(codes << unused) >> static_cast<int>(unused);
}

inline U32x8 unpack_channels(ChannelType type, const U32x8& codes, unsigned width) {
  switch (type) {
    case ChannelType::uint: return codes;
    case ChannelType::sint: return (U32x8)extend_sign(codes, width);
    case ChannelType::unorm:
      if (width <= kWidestNormalised)
        return (U32x8)(__builtin_convertvector((I32x8)codes, F32x8) / static_cast<float>(low_mask(width)));
      break;
    case ChannelType::snorm:
      if (width <= kWidestNormalised) {
        const F32x8 numbers = __builtin_convertvector(extend_sign(codes, width), F32x8);
        const F32x8 fractions = numbers / static_cast<float>(low_mask(width - 1));
        return (U32x8)choose(fractions < -1.0F, F32x8{} - 1.0F, fractions);
      }
      break;
    case ChannelType::float_:
      if (width == 32) return codes;
      break;
    case ChannelType::none: break;
  }
  return gather8(codes, [=](std::uint32_t code) { return unpack_channel(type, code, width); });
}

}  // namespace detail

// Unpacks pixels of at most four bytes like unpack_pixel(). packs_lanes() must be true for the format.
inline UnpackedLanes unpack_lanes(const PixelFormat& format, const U32x8& words) {
  UnpackedLanes components{};
  components[3] += make_one(format);
  for (unsigned i = 0; i < components.size(); ++i) {
    const auto [low, width, type] = format.channels[i];
    if (width == 0) continue;
    const U32x8 codes = words >> unsigned{low} & static_cast<std::uint32_t>(low_mask(width));
    components[i] = detail::unpack_channels(type, codes, width);
  }
  return components;
}

}  // namespace eugene::memory
