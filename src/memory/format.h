// Surface formats: how a pixel's channels lie in memory, what sampler and data port make of them, and which of the two
// takes them (SKL PRM vol2d, SURFACE_FORMAT; vol7, sampler output channel mapping; docs/formats.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace eugene::memory {

enum class ChannelType : std::uint8_t { none, unorm, snorm, uint, sint, float_ };

// How the bytes of a format are read. All but the first four are compressed: blocks of texels.
enum class FormatFamily : std::uint8_t {
  channels,         // each channel is a field of bits
  shared_exponent,  // R9G9B9E5
  packed_yuv,       // two texels in four bytes, with one pair of chroma values
  planar_yuv,       // luma and chroma in planes of their own
  bc,
  etc,
  astc,
};

// A pixel as the EU sees it: four dwords, floats for the normalised and float formats, integers otherwise.
using Pixel = std::array<std::uint32_t, 4>;

struct PixelFormat {
  struct Channel {
    std::uint8_t low = 0;   // lowest bit in the pixel
    std::uint8_t bits = 0;  // 0: absent
    ChannelType type = ChannelType::none;
    bool operator==(const Channel&) const = default;
  };
  // Hardware units that accept the format; "gen9" is the sampler of Gen9, and so on.
  struct Uses {
    bool gen6_sampled = false;
    bool gen9_sampled = false;
    bool filtered = false;  // of Gen9, as are the others
    bool typed_write = false;
    bool typed_read = false;
    bool typed_atomic = false;
    bool operator==(const Uses&) const = default;
  };
  using Unpack = Pixel (*)(const PixelFormat& format, const std::byte* bytes);

  std::uint16_t code = 0;
  std::string_view name;
  std::uint8_t bytes = 0;  // of an element, that is a pixel or a block: 1 to 16
  std::uint8_t block_width = 1;
  std::uint8_t block_height = 1;
  FormatFamily family = FormatFamily::channels;
  ChannelType type = ChannelType::none;  // what its pixels are to the EU: that of the first channel there is
  bool is_srgb = false;                  // red, green and blue are encoded; pixels are linear
  Uses uses;
  std::array<Channel, 4> channels;  // red, green, blue, alpha
  Unpack unpack = nullptr;          // of formats whose elements are pixels

  constexpr bool is_compressed() const { return family >= FormatFamily::bc; }
  constexpr bool has_integers() const { return type == ChannelType::uint || type == ChannelType::sint; }
};

// Null where Eugene does not know the format.
const PixelFormat* find_format(std::uint16_t code);
const PixelFormat* find_format(std::string_view name);
std::span<const PixelFormat> all_formats();  // by code

// `bytes` holds format.bytes bytes of a format whose elements are pixels. Absent colour channels read as 0, absent
// alpha as 1.
inline Pixel unpack_pixel(const PixelFormat& format, const std::byte* bytes) { return format.unpack(format, bytes); }
// Floats are clamped to what the format holds and rounded to the nearest, integers truncated to its bits; bits
// of the pixel that belong to no channel are written as 0. Of formats of the families `channels` and `shared_exponent`.
void pack_pixel(const PixelFormat& format, const Pixel& pixel, std::byte* bytes);

// The result of a typed read outside the surface: zeros, and one in alpha (vISA GATHER4_TYPED, properties).
Pixel out_of_bounds_pixel(const PixelFormat& format);

}  // namespace eugene::memory
