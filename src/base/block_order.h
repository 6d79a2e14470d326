// The order of the pixels of a block of 4 x 4: subspans of 2 x 2 from left to right and from top to bottom, and in a
// subspan the same again (SKL PRM vol7 "Pixel Shader Thread Payload"). Pixel shader threads, render target messages
// and coverage masks have the pixels in this order.
#pragma once

namespace eugene {

constexpr unsigned block_column(unsigned pixel) { return pixel / 4 % 2 * 2 + pixel % 2; }
constexpr unsigned block_row(unsigned pixel) { return pixel / 8 * 2 + pixel / 2 % 2; }
// Returns the number of the pixel in `column` and `row` of the block.
constexpr unsigned block_pixel(unsigned column, unsigned row) {
  return row / 2 * 8 + column / 2 * 4 + row % 2 * 2 + column % 2;
}
static_assert(block_pixel(block_column(13), block_row(13)) == 13);

}  // namespace eugene
