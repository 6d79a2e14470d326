// Which pixels a line covers (SKL PRM vol7 "Zero-Width (Cosmetic) Line Rasterization": the rule of OpenGL 4.6, 14.5.1).
//
// Each pixel has a diamond, whose corners are the middles of the pixel's sides. A line covers the pixels whose diamonds
// it leaves; so the pixel of its end is not covered, and lines that follow each other cover no pixel twice. Along its
// longer direction a line crosses the middle of a diamond before it leaves, so one pixel is covered in each column (or
// row), except at the ends. Wider lines repeat the pixel across. All arithmetic is exact.
#pragma once

#include <cstdint>

#include "draw/raster/triangle.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

struct LineShape {
  Point from, to;
  std::int32_t width = 1;  // pixels
};

// The stipple of a line. In a strip or loop, the pattern continues from line to line.
struct Dashes {
  LineStipple stipple;
  std::uint64_t first_step = 0;  // steps of the lines before this line in the strip
};

// Returns the steps of a line: its pixels, if it is one pixel wide. Pixels outside any bounds count too.
std::uint64_t count_steps(const LineShape& line);

// Calls `emit` for blocks with covered pixels inside `bounds`, each pixel once. `bounds` must not be negative.
// With `dashes`, only pixels where the pattern is 1 are covered.
void rasterize_line(const LineShape& line, const PixelBounds& bounds, const BlockSink& emit,
                    const Dashes* dashes = nullptr);

}  // namespace eugene::draw
