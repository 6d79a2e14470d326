// Stipples: patterns that remove pixels. The pattern of filled polygons has 32 x 32 pixels and repeats over the screen
// (SKL PRM vol7 "Polygon Stipple"). The pattern of lines repeats along a line (SKL PRM vol2a 3DSTATE_LINE_STIPPLE;
// OpenGL 4.6 compatibility profile, 14.5.2).
#pragma once

#include <cstdint>

#include "draw/raster/triangle.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// Returns the pixels of a block, in the order of Block::pixels, where the pattern is 1.
std::uint16_t stipple_pixels(const PolygonStipple& stipple, const Block& block);

// Whether the pattern is 1 for a step along a line. Steps count from 0, and continue in the next line of a strip.
constexpr bool is_drawn(const LineStipple& stipple, std::uint64_t step) {
  constexpr unsigned kBits = 16;
  return (stipple.pattern >> step / stipple.repeat % kBits & 1) != 0;
}

}  // namespace eugene::draw
