// Surface formats: where a pixel's channels are in memory, how they are converted, and which hardware units accept the
// format (SKL PRM vol2d, SURFACE_FORMAT; vol7, sampler output channel mapping; docs/record/formats.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace eugene::memory {

enum class ChannelType : std::uint8_t { none, unorm, snorm, uint, sint, float_ };

// How the bytes of a format are read. All families after the first four are compressed: their elements are blocks of
// texels.
enum class FormatFamily : std::uint8_t {
  channels,         // each channel is a field of bits
  shared_exponent,  // R9G9B9E5
  packed_yuv,       // two texels in four bytes, with one pair of chroma values
  planar_yuv,       // luma and chroma are in separate planes
  bc,
  etc,
  astc,
  fxt1,
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
    bool filtered = false;  // on Gen9, as the following uses
    bool typed_write = false;
    bool typed_read = false;
    bool typed_atomic = false;
    bool operator==(const Uses&) const = default;
  };
  using Unpack = Pixel (*)(const PixelFormat& format, const std::byte* bytes);

  std::uint16_t code = 0;
  std::string_view name;
  std::uint8_t bytes = 0;  // of an element (a pixel or a block): 1 to 16
  std::uint8_t block_width = 1;
  std::uint8_t block_height = 1;
  FormatFamily family = FormatFamily::channels;
  ChannelType type = ChannelType::none;  // type of a pixel as the EU sees it, taken from the first channel present
  bool is_srgb = false;                  // red, green and blue are encoded in memory, linear in pixels
  Uses uses;
  std::array<Channel, 4> channels;  // red, green, blue, alpha
  Unpack unpack = nullptr;          // null if elements are not pixels

  constexpr bool is_compressed() const { return family >= FormatFamily::bc; }
  constexpr bool has_integers() const { return type == ChannelType::uint || type == ChannelType::sint; }
};

// Returns null if the format is unknown.
const PixelFormat* find_format(std::uint16_t code);
const PixelFormat* find_format(std::string_view name);
std::span<const PixelFormat> all_formats();  // ordered by code

// Unpacks the pixel at `bytes`, which has format.bytes bytes. The elements of the format must be pixels. Absent colour
// channels read as 0, absent alpha as 1.
inline Pixel unpack_pixel(const PixelFormat& format, const std::byte* bytes) { return format.unpack(format, bytes); }
// Packs a pixel, in a format of the families `channels` or `shared_exponent`. Floats are clamped to the format's range
// and rounded to nearest; integers are clamped. Unused bits of the pixel are written as 0.
void pack_pixel(const PixelFormat& format, const Pixel& pixel, std::byte* bytes);

// Returns the result of a typed read outside the surface: zeros, with one in alpha (vISA GATHER4_TYPED, properties).
Pixel out_of_bounds_pixel(const PixelFormat& format);

}  // namespace eugene::memory
