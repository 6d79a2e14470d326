// Packs eight pixels at once, with vectors: pack_pixel() (format.h) goes from channel to channel of one.
#pragma once

#include <array>
#include <cstdint>

#include "memory/format.h"

namespace eugene::memory {

inline constexpr unsigned kPackedPixels = 8;

// Component c of eight pixels at components[c].
using ComponentLanes = std::array<const std::uint32_t*, 4>;
// Dword w of pixel n is [w][n].
using PackedLanes = std::array<std::array<std::uint32_t, kPackedPixels>, 4>;

// Whether pack_lanes() knows the format: all but sRGB, shared exponents and channels that cross dwords.
bool packs_lanes(const PixelFormat& format);
// Packs like pack_pixel(). Dwords after the pixel's bytes are unspecified.
void pack_lanes(const PixelFormat& format, const ComponentLanes& components, PackedLanes& words);

}  // namespace eugene::memory
