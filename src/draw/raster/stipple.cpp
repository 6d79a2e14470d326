#include "draw/raster/stipple.h"

#include "base/bits.h"
#include "base/block_order.h"

namespace eugene::draw {

std::uint16_t stipple_pixels(const PolygonStipple& stipple, const Block& block) {
  constexpr unsigned kSide = 32, kPixels = Block::kSide * Block::kSide;
  std::uint16_t pixels = 0;
  for (unsigned i = 0; i < kPixels; ++i) {
    const unsigned x = block.x + block_column(i) + stipple.x;
    const unsigned y = block.y + block_row(i) + stipple.y;
    if (bit(stipple.rows[y % kSide], kSide - 1 - x % kSide)) pixels |= static_cast<std::uint16_t>(1U << i);
  }
  return pixels;
}

}  // namespace eugene::draw
