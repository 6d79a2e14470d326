// Converts a pixel's bytes to the values that the EU sees. There is a function for each shape of format, and the table
// of formats has a pointer to it, so reading a pixel does not have to branch on types and widths. Most formats have
// channels of one type in whole bytes; a general function unpacks the others field by field.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bits.h"
#include "memory/format.h"
#include "memory/small_float.h"
#include "memory/srgb.h"

namespace eugene::memory {

constexpr std::uint32_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// The value of an absent alpha channel.
constexpr std::uint32_t make_one(const PixelFormat& format) { return format.has_integers() ? 1 : float_bits(1.0F); }

// Floats narrower than 16 bits have no sign and 5 exponent bits: 11 bits leave 6 fraction bits, 10 bits leave 5.
constexpr unsigned fraction_bits(unsigned width) { return width == 16 ? 10 : width - 5; }

// A float quotient is correctly rounded if both operands are exact floats. Wider codes need a double.
inline float unorm_value(std::uint32_t code, unsigned width) {
  if (width <= 24) return static_cast<float>(code) / static_cast<float>(low_mask(width));
  return static_cast<float>(static_cast<double>(code) / static_cast<double>(low_mask(width)));
}

inline float snorm_value(std::int32_t code, unsigned width) {
  const auto largest = static_cast<double>(low_mask(width - 1));
  if (width <= 24) return std::max(static_cast<float>(code) / static_cast<float>(largest), -1.0F);
  return static_cast<float>(std::max(code / largest, -1.0));
}

inline float float_value(std::uint32_t code, unsigned width) {
  const std::uint32_t sign = width == 16 ? (code & 0x8000) << 16 : 0;
  const std::uint32_t magnitude = width == 16 ? code & 0x7FFF : code;
  return std::bit_cast<float>(sign | float_bits(decode_small_float(magnitude, fraction_bits(width))));
}

// Converts a channel's bits to a dword of the EU.
template <ChannelType kType>
std::uint32_t unpack_channel(std::uint32_t code, unsigned width) {
  if constexpr (kType == ChannelType::uint) return code;
  const auto number = static_cast<std::int32_t>(sign_extend(code, width));
  if constexpr (kType == ChannelType::sint) return static_cast<std::uint32_t>(number);
  if constexpr (kType == ChannelType::unorm) return float_bits(unorm_value(code, width));
  if constexpr (kType == ChannelType::snorm) return float_bits(snorm_value(number, width));
  return width == 32 ? code : float_bits(float_value(code, width));
}

inline std::uint32_t unpack_channel(ChannelType type, std::uint32_t code, unsigned width) {
  switch (type) {
    case ChannelType::uint: return code;
    case ChannelType::sint: return unpack_channel<ChannelType::sint>(code, width);
    case ChannelType::unorm: return unpack_channel<ChannelType::unorm>(code, width);
    case ChannelType::snorm: return unpack_channel<ChannelType::snorm>(code, width);
    case ChannelType::float_: return unpack_channel<ChannelType::float_>(code, width);
    case ChannelType::none: break;
  }
  return 0;
}

// Unpacks formats whose channels all have one type and are whole words of kBits bits.
template <ChannelType kType, class Word>
Pixel unpack_words(const PixelFormat& format, const std::byte* bytes) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  constexpr bool kIsInteger = kType == ChannelType::uint || kType == ChannelType::sint;
  Pixel pixel{0, 0, 0, kIsInteger ? 1 : float_bits(1.0F)};
  for (unsigned i = 0; i < 4; ++i) {
    const PixelFormat::Channel channel = format.channels[i];
    if (channel.bits == 0) continue;
    Word code = 0;
    std::memcpy(&code, bytes + channel.low / 8, sizeof(code));
    pixel[i] = unpack_channel<kType>(code, kBits);
  }
  return pixel;
}

// Unpacks 8-bit channels with sRGB red, green and blue, and linear alpha.
inline Pixel unpack_srgb8(const PixelFormat& format, const std::byte* bytes) {
  Pixel pixel{0, 0, 0, float_bits(1.0F)};
  for (unsigned i = 0; i < 4; ++i) {
    const PixelFormat::Channel channel = format.channels[i];
    if (channel.bits == 0) continue;
    const auto code = static_cast<std::uint32_t>(bytes[channel.low / 8]);
    pixel[i] = i == 3 ? unpack_channel<ChannelType::unorm>(code, 8) : kLinearFromSrgb8[code];
  }
  return pixel;
}

// Unpacks any channels, sRGB or not.
inline Pixel unpack_fields(const PixelFormat& format, const std::byte* bytes) {
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), bytes, format.bytes);
  Pixel pixel{0, 0, 0, make_one(format)};
  for (unsigned i = 0; i < 4; ++i) {
    const PixelFormat::Channel channel = format.channels[i];
    if (channel.bits == 0) continue;
    const auto code = static_cast<std::uint32_t>(words[channel.low / 64] >> channel.low % 64 & low_mask(channel.bits));
    pixel[i] = unpack_channel(channel.type, code, channel.bits);
    if (format.is_srgb && i < 3) {
      const double encoded = code / static_cast<double>(low_mask(channel.bits));
      pixel[i] = float_bits(static_cast<float>(linear_from_srgb(encoded)));
    }
  }
  return pixel;
}

// Unpacks three 9-bit fractions with a shared exponent (bias 15).
inline Pixel unpack_shared_exponent(const PixelFormat& /*format*/, const std::byte* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  const std::uint32_t exponent = bits(word, 31, 27) + 127 - 15 - 9;  // of the scale as a float; always a normal number
  const float scale = std::bit_cast<float>(exponent << 23);
  Pixel pixel{0, 0, 0, float_bits(1.0F)};
  for (unsigned i = 0; i < 3; ++i) pixel[i] = float_bits(static_cast<float>(word >> 9 * i & 0x1FF) * scale);
  return pixel;
}

}  // namespace eugene::memory
