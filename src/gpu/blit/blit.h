// The blitter: fills and copies rectangles of pixels. SNB PRM vol1 part4 "BLT Engine", for Gen9 the public command
// descriptions.
#pragma once

#include <cstdint>
#include <functional>

#include "base/diagnostic.h"
#include "memory/surface.h"
#include "memory/view.h"

namespace eugene::gpu {

struct BlitSurface {
  std::uint64_t address = 0;
  memory::TileMode tiling = memory::TileMode::linear;
  std::int32_t pitch = 0;  // bytes from row to row; may be negative for a linear surface
};

// Pixels x1 to x2 - 1 of rows y1 to y2 - 1 of `destination` become a function of their old values, of the pixels of
// `source` from (source_x, source_y) on, and of a colour.
struct Blit {
  BlitSurface destination;
  BlitSurface source;
  int x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  int source_x = 0, source_y = 0;
  unsigned pixel_bytes = 4;             // 1, 2, 4, 8 or 16
  std::uint8_t raster_operation = 0;    // bit 4 * pattern + 2 * source + destination is the result for these three bits
  std::uint32_t color = 0;              // the pattern, a pixel of at most four bytes
  std::uint32_t written = 0xFFFF'FFFF;  // bits of each pixel that change; only for pixels of four bytes
};

inline constexpr std::uint8_t kCopySource = 0xCC;  // raster operations
inline constexpr std::uint8_t kCopyPattern = 0xF0;

// Fails if a pitch does not fit its tiling or memory is not mapped, or with the error of `still_wanted`, which is
// polled. Source and destination in one surface may overlap.
Result<void> run_blit(const Blit& blit, memory::View& memory, const std::function<Result<void>()>& still_wanted);

}  // namespace eugene::gpu
