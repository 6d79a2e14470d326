// The pixels of a block as render target messages name them.
#pragma once

#include <cstdint>
#include <span>

#include "draw/raster/triangle.h"
#include "functions/pixels.h"

namespace eugene::draw {

inline void place_block(const Block& block, std::uint32_t layer, functions::Pixels& pixels) {
  for (std::uint32_t i = 0; i < pixels.subspan.size(); ++i)
    pixels.subspan[i] = (block.y + i / 2 * 2) << 16 | (block.x + i % 2 * 2);
  pixels.mask = block.pixels;
  pixels.layer = layer;
}

inline functions::Pixels block_pixels(const Block& block, std::uint32_t layer = 0) {
  functions::Pixels pixels;
  place_block(block, layer, pixels);
  return pixels;
}

}  // namespace eugene::draw
