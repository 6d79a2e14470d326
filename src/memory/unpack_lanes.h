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

// Converts halves to floats. Exact: a NaN keeps its fraction, and denormals become normal numbers.
inline U32x8 half_values(const U32x8& codes) {
  constexpr std::uint32_t kExponents = 0x7C00;
  constexpr std::uint32_t kRebias = (127U - 15) << 23;
  constexpr float kDenormalUnit = 0x1p-24F;
  const U32x8 magnitude = codes & 0x7FFFU;
  const U32x8 exponents = codes & kExponents;
  const U32x8 normal = (magnitude << 13) + kRebias;
  const auto denormal = (U32x8)(__builtin_convertvector((I32x8)magnitude, F32x8) * kDenormalUnit);
  const U32x8 special = normal + kRebias;  // infinite or NaN
  const U32x8 number =
      choose((I32x8)(exponents == 0), denormal, choose((I32x8)(exponents == kExponents), special, normal));
  return (codes & 0x8000U) << 16 | number;
}

// Extends the sign of numbers in the low `width` bits.
inline I32x8 extend_sign(const U32x8& codes, unsigned width) {
  const unsigned unused = 32 - width;
  return (I32x8)(codes << unused) >> static_cast<int>(unused);
}

namespace detail {

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
      if (width == 16) return half_values(codes);
      break;
    case ChannelType::none: break;
  }
  return gather8(codes, [=](std::uint32_t code) { return unpack_channel(type, code, width); });
}

}  // namespace detail

// Converts bytes to fractions of 255, for most formats. The quotient is a product with 1 / 255 in two parts: the first
// has few bits, so its product is exact.
inline constexpr float kFraction = 0x1.01p-8F;
inline constexpr auto kRestOfFraction = static_cast<float>(1.0 / 255 - double{kFraction});
template <class Numbers>
constexpr Numbers unorm_fraction(const Numbers& bytes) {
  return bytes * kFraction + bytes * kRestOfFraction;
}
static_assert([] {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto number = static_cast<float>(byte);
    if (unorm_fraction(number) != number / 255) return false;
  }
  return true;
}());

namespace detail {

inline UnpackedLanes unpack_unorm8(const PixelFormat& format, const U32x8& words) {
  constexpr std::uint32_t kByte = 0xFF;
  const auto unpack = [&](unsigned component) {
    const U32x8 bytes = words >> unsigned{format.channels[component].low} & kByte;
    return (U32x8)unorm_fraction(__builtin_convertvector((I32x8)bytes, F32x8));
  };
  return {unpack(0), unpack(1), unpack(2), unpack(3)};
}

}  // namespace detail

// Unpacks pixels like unpack_pixel().
inline UnpackedLanes unpack_words(const WordFormat& word_format, const U32x8& words) {
  const PixelFormat& format = word_format.format();
  if (word_format.is_unorm8()) return detail::unpack_unorm8(format, words);
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
