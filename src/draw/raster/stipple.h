// Polygon stipple: a pattern of 32 x 32 pixels that repeats over the screen and removes pixels of filled polygons (SKL
// PRM vol7 "Polygon Stipple").
#pragma once

#include <cstdint>

#include "draw/raster/triangle.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// Returns the pixels of a block, in the order of Block::pixels, where the pattern is 1.
std::uint16_t stipple_pixels(const PolygonStipple& stipple, const Block& block);

}  // namespace eugene::draw
