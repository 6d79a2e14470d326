// Orders the blocks of pixels of a draw for shading.
//
// Pixel shader threads run on several host workers, but the pixels of a block must be written in the order of the
// triangles. So the blocks of a draw are divided into rounds: a round has each block of the screen at most once, and
// a block of the screen is drawn in earlier rounds for earlier triangles. Rounds run one after the other, which makes
// the picture the same with any number of workers, and the target needs no locks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "draw/raster/triangle.h"

namespace eugene::draw {

// Covered pixels of a triangle.
struct Fragment {
  Block block;
  std::uint16_t layer = 0;
  std::uint32_t triangle = 0;
};

// Returns the rounds: indices of `fragments`, in their order.
std::vector<std::vector<std::uint32_t>> divide_into_rounds(std::span<const Fragment> fragments);

}  // namespace eugene::draw
