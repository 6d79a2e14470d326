// Places triangles on the screen, culls them, and finds how their values change from pixel to pixel (SKL PRM vol7
// "Strips Fans (SF) Stage").
#pragma once

#include <array>
#include <optional>

#include "draw/clip/clip.h"
#include "draw/raster/line.h"
#include "draw/raster/triangle.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// A value that is linear on the screen.
struct ScreenPlane {
  double by_x = 0, by_y = 0;  // how much it grows with each pixel
  double origin = 0;          // at the top left corner of the screen

  double at(double x, double y) const { return by_x * x + by_y * y + origin; }
  // Whether all pixels have the same value.
  bool is_level() const { return by_x == 0 && by_y == 0; }
};

// The weights of the second and the third vertex of the whole triangle at a point of the screen.
struct Barycentrics {
  float second = 0, third = 0;
};

// A triangle, or a line.
struct SetupTriangle {
  Corners corners;
  std::optional<LineShape> line;  // if set, the pixels are those of the line, not of the corners
  ScreenPlane depth;
  ScreenPlane inverse_w;
  std::array<ScreenPlane, 2> over_w;  // the weights of the second and the third vertex, divided by w
  std::array<ScreenPlane, 2> linear;  // the same, not divided: without perspective
  bool is_back = false;
  bool is_area = false;     // of a polygon that is filled; not of a point, line or rectangle
  double depth_offset = 0;  // what the state's depth offset, where it is enabled, adds to `depth`

  Barycentrics perspective_at(double x, double y) const {
    const double w = 1 / inverse_w.at(x, y);
    return {.second = static_cast<float>(over_w[0].at(x, y) * w), .third = static_cast<float>(over_w[1].at(x, y) * w)};
  }
  Barycentrics linear_at(double x, double y) const {
    return {.second = static_cast<float>(linear[0].at(x, y)), .third = static_cast<float>(linear[1].at(x, y))};
  }
};

// Sets the members of a new triangle. Returns false if the triangle has no area, or is not on the screen at all. The
// depths are without offset.
bool place_triangle(const std::array<ClipVertex, 3>& triangle, const State3d& state, const Viewport& viewport,
                    SetupTriangle& result);
bool is_culled(bool is_back, Cull cull);

}  // namespace eugene::draw
