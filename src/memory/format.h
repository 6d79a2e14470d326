// Surface formats: how a pixel's channels lie in memory and what the typed messages make of them
// (SKL PRM vol2d, SURFACE_FORMAT).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eugene::memory {

enum class ChannelType : std::uint8_t { none, unorm, snorm, uint, sint, float_ };

struct PixelFormat {
  struct Channel {
    std::uint8_t low = 0;   // lowest bit in the pixel
    std::uint8_t bits = 0;  // 0: absent
    bool operator==(const Channel&) const = default;
  };

  std::uint16_t code = 0;
  std::string_view name;
  std::uint8_t bytes = 0;  // of a pixel: 1 to 16
  ChannelType type = ChannelType::none;
  std::array<Channel, 4> channels;  // red, green, blue, alpha
};

// A pixel as the EU sees it: four dwords, floats for the normalised and float formats, integers otherwise.
using Pixel = std::array<std::uint32_t, 4>;

// Null where Eugene does not know the format.
const PixelFormat* find_format(std::uint16_t code);
const PixelFormat* find_format(std::string_view name);

// `bytes` holds format.bytes bytes. Absent colour channels read as 0, absent alpha as 1.
Pixel unpack_pixel(const PixelFormat& format, const std::byte* bytes);
// Floats are clamped to what the format holds and rounded to the nearest, integers truncated to its bits; bits
// of the pixel that belong to no channel are written as 0.
void pack_pixel(const PixelFormat& format, const Pixel& pixel, std::byte* bytes);

// What a typed read outside the surface returns: zeros, and one in alpha (vISA GATHER4_TYPED, properties).
Pixel out_of_bounds_pixel(const PixelFormat& format);

}  // namespace eugene::memory
