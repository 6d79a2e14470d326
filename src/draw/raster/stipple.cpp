#include "draw/raster/stipple.h"

#include "base/bits.h"

namespace eugene::draw {

std::uint16_t stipple_pixels(const PolygonStipple& stipple, const Block& block) {
  constexpr unsigned kSide = 32, kPixels = Block::kSide * Block::kSide;
  std::uint16_t pixels = 0;
  for (unsigned i = 0; i < kPixels; ++i) {
    const unsigned x = block.x + i / 4 % 2 * 2 + i % 2 + stipple.x;
    const unsigned y = block.y + i / 8 * 2 + i / 2 % 2 + stipple.y;
    if (bit(stipple.rows[y % kSide], kSide - 1 - x % kSide)) pixels |= static_cast<std::uint16_t>(1U << i);
  }
  return pixels;
}

}  // namespace eugene::draw
