// MEDIA_SURFACE_STATE: the surfaces of sample_8x8 and deinterlace (SNB PRM vol4 part1 "SURFACE_STATE for deinterlace,
// sample_8x8, and VME", BDW PRM vol2d).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "memory/surface.h"
#include "memory/surface_layout.h"

namespace eugene::memory {

inline constexpr std::size_t kMediaSurfaceBytes = 32;

struct MediaSurfaceLayout {
  SurfaceField format, width, height, pitch, tiled, tile_walk, u_x, u_y, v_x, v_y, interleaved;
  std::uint8_t address_dword, address_dwords;
};
extern const MediaSurfaceLayout kGen6MediaSurfaces;
extern const MediaSurfaceLayout kGen9MediaSurfaces;

// Converts a media surface state to an ordinary one. Channel selects move Y8 to green, R8B8 to red and blue. Fails for
// unsupported formats.
Result<SurfaceState> decode_media_surface(const MediaSurfaceLayout& layout,
                                          std::span<const std::byte, kMediaSurfaceBytes> bytes);

}  // namespace eugene::memory
