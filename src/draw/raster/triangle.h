// Which pixels a triangle covers (SKL PRM vol7 "Strips Fans (SF) Stage", "Windower": top-left rule). All arithmetic is
// exact, so triangles that share an edge cover each pixel along it once.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace eugene::draw {

// A point on the screen in units of 1/256 pixel.
struct Point {
  static constexpr int kUnits = 256;
  static constexpr std::int32_t kMax = std::int32_t{1} << 23;  // the largest coordinate, in either direction

  std::int32_t x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

using Corners = std::array<Point, 3>;

// Returns twice the area of a triangle in square units. It is positive if the corners are clockwise on a screen whose
// y points down.
std::int64_t doubled_area(const Corners& corners);

// Pixels from `left` and `top` to before `right` and `bottom`.
struct PixelBounds {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;

  bool is_empty() const { return left >= right || top >= bottom; }
  PixelBounds intersect(const PixelBounds& other) const;
};

// A block of 4 x 4 pixels. Its corner is at a multiple of four. The members have no initial values: clearing an array
// of blocks takes as long as finding a few.
struct Block {
  static constexpr std::int32_t kSide = 4;

  std::uint16_t x, y;
  std::uint16_t pixels;  // a bit for each covered pixel, in the order of base/block_order.h
  bool operator==(const Block&) const = default;
};

// Returns the number of covered pixels.
std::uint64_t count_pixels(std::span<const Block> blocks);

// Gets blocks, and may change them.
using BlockSink = std::function<void(std::span<Block>)>;

// Calls `emit` for the blocks with covered pixels inside `bounds`, in rows from top to bottom, and from left to right.
// A pixel is covered if its centre is inside, or on a top or left edge. `bounds` must not be negative.
void rasterize_triangle(const Corners& corners, const PixelBounds& bounds, const BlockSink& emit);

}  // namespace eugene::draw
