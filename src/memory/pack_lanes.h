// Packs eight pixels at once, with vectors: pack_pixel() (format.h) goes from channel to channel of one.
#pragma once

#include <array>
#include <cstdint>

#include "base/vector_host.h"
#include "memory/format.h"
#include "memory/pack.h"

namespace eugene::memory {

inline constexpr unsigned kPackedPixels = kVectorLanes;

// Component c of eight pixels at components[c].
using ComponentLanes = std::array<const std::uint32_t*, 4>;
// A dword of eight pixels in each.
using PackedLanes = std::array<U32x8, 4>;

// Whether pack_lanes() knows the format: all but sRGB, shared exponents and channels that cross dwords.
bool packs_lanes(const PixelFormat& format);

// Whether each dword of a pixel is a channel that is packed as it is.
bool has_dword_channels(const PixelFormat& format);

// A format for pack_words() and unpack_words(), with the choice of their code. The format must have at most four bytes,
// and packs_lanes() must be true.
class WordFormat {
 public:
  // Keeps a reference to the format.
  explicit WordFormat(const PixelFormat& format);

  const PixelFormat& format() const { return *format_; }
  // Returns the type of a pixel's channels if they are four bytes of one type, otherwise none. Most render targets are
  // four bytes of unsigned fractions, and many images of kernels are four bytes. So there is separate code for them.
  ChannelType byte_type() const { return byte_type_; }
  bool is_unorm8() const { return byte_type_ == ChannelType::unorm; }

 private:
  const PixelFormat* format_;
  ChannelType byte_type_;
};

namespace detail {

// Clamps floats to `min` and 1. NaN becomes zero.
inline F32x8 clamp_fractions(const F32x8& numbers, float min) {
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  F32x8 clamped = min == 0 ? numbers : choose(numbers != numbers, F32x8{}, numbers);
  clamped = choose(clamped > min, clamped, F32x8{} + min);
  return choose(clamped < 1.0F, clamped, F32x8{} + 1.0F);
}

// Converts floats to fractions of `largest`. NaN converts to zero.
template <class Host>
U32x8 pack_normalised(const F32x8& numbers, float min, std::uint32_t largest) {
  return (U32x8)Host::scaled_integers(clamp_fractions(numbers, min), largest);
}

inline U32x8 pack_signed(const I32x8& numbers, unsigned width) {
  const auto max = static_cast<std::int32_t>(low_mask(width - 1));
  const I32x8 small = choose(numbers > max, I32x8{} + max, numbers);
  return (U32x8)choose(small < -max - 1, I32x8{} + (-max - 1), small);
}

inline U32x8 pack_each(ChannelType type, const U32x8& values, unsigned width) {
  return gather8(values, [=](std::uint32_t value) { return pack_channel(type, value, width); });
}

// The wider normalised channels of few formats need more integer bits.
inline constexpr unsigned kWidestNormalised = 24;

template <class Host>
U32x8 pack_channels(ChannelType type, const U32x8& values, unsigned width) {
  switch (type) {
    case ChannelType::uint: {
      const U32x8 max = U32x8{} + static_cast<std::uint32_t>(low_mask(width));
      return choose((I32x8)(values > max), max, values);
    }
    case ChannelType::sint: return pack_signed((I32x8)values, width);
    case ChannelType::unorm:
      if (width <= kWidestNormalised)
        return pack_normalised<Host>((F32x8)values, 0.0F, static_cast<std::uint32_t>(low_mask(width)));
      break;
    case ChannelType::snorm:
      if (width <= kWidestNormalised)
        return pack_normalised<Host>((F32x8)values, -1.0F, static_cast<std::uint32_t>(low_mask(width - 1)));
      break;
    case ChannelType::float_:
      if (width == 32) return values;
      break;
    case ChannelType::none: break;
  }
  return pack_each(type, values, width);
}

}  // namespace detail

// Packs like pack_pixel(), if the host rounds to nearest. Dwords after the pixel's bytes are unspecified.
template <class Host>
void pack_lanes(const PixelFormat& format, const ComponentLanes& components, PackedLanes& words) {
  words = {};
  for (unsigned i = 4; i-- > 0;) {  // red last: it wins where channels share bits
    const auto [low, width, type] = format.channels[i];
    if (width == 0) continue;
    const auto mask = static_cast<std::uint32_t>(low_mask(width));
    const unsigned shift = low % 32U;
    const U32x8 code = detail::pack_channels<Host>(type, load8<U32x8>(components[i]), width) & mask;
    U32x8& word = words[low / 32U];
    word = (word & ~(mask << shift)) | code << shift;
  }
}

// Packs like pack_lanes(), for formats with has_dword_channels(). Only writes the vectors for dwords of a pixel.
inline void pack_dwords(const PixelFormat& format, const ComponentLanes& components, PackedLanes& words) {
  for (unsigned i = 4; i-- > 0;) {  // red last, as in pack_lanes()
    const auto [low, width, type] = format.channels[i];
    if (width != 0) words[low / width] = load8<U32x8>(components[i]);
  }
}

namespace detail {

// Packs components that all become bytes of this type. A NaN becomes zero as a fraction.
template <class Host, ChannelType type>
U32x8 pack_bytes(const PixelFormat& format, const ComponentLanes& components) {
  constexpr std::uint32_t kByte = 0xFF;
  U32x8 words{};
  for (unsigned i = 0; i < components.size(); ++i) {
    U32x8 bytes;
    if constexpr (type == ChannelType::unorm)
      bytes = Host::scaled_bytes(clamp_fractions(load8<F32x8>(components[i]), 0.0F));
    else
      bytes = pack_channels<Host>(type, load8<U32x8>(components[i]), 8) & kByte;
    words |= bytes << unsigned{format.channels[i].low};
  }
  return words;
}

}  // namespace detail

// Packs pixels of at most four bytes like pack_lanes().
template <class Host>
U32x8 pack_words(const WordFormat& word_format, const ComponentLanes& components) {
  const PixelFormat& format = word_format.format();
  using enum ChannelType;
  switch (word_format.byte_type()) {
    case unorm: return detail::pack_bytes<Host, unorm>(format, components);
    case uint: return detail::pack_bytes<Host, uint>(format, components);
    case sint: return detail::pack_bytes<Host, sint>(format, components);
    default: break;
  }
  U32x8 words{};
  for (unsigned i = 4; i-- > 0;) {
    const auto [low, width, type] = format.channels[i];
    if (width == 0) continue;
    const auto mask = static_cast<std::uint32_t>(low_mask(width));
    const U32x8 code = detail::pack_channels<Host>(type, load8<U32x8>(components[i]), width) & mask;
    words = (words & ~(mask << low)) | code << unsigned{low};
  }
  return words;
}

}  // namespace eugene::memory
