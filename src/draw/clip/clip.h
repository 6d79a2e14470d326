// Clips triangles, lines and points in clip space (SKL PRM vol7 "Clip Stage").
//
// A corner of a clipped triangle is a position and three weights: how much of each vertex of the whole triangle the
// corner is. The attributes of the corner are the same mixture of the vertices' attributes, so the clipper does not
// need them.
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace eugene::draw {

struct ClipVertex {
  std::array<double, 4> position{};
  std::array<double, 3> weights{};
  std::array<double, 3> screen_weights = weights;  // the same mixture of the vertices' places on the screen
};

// The side of a plane where `position` * corner + `weights` * corner + `constant` is at least 0.
struct ClipPlane {
  std::array<double, 4> position{};
  std::array<double, 3> weights{};
  double constant = 0;

  double distance(const ClipVertex& vertex) const;
};

// Makes the three corners of a whole triangle.
std::array<ClipVertex, 3> whole_triangle(const std::array<std::array<float, 4>, 3>& positions);

// Returns the part of a triangle that is inside all planes: a convex polygon in the triangle's direction, or nothing.
// Corners inside all planes are returned unchanged.
std::vector<ClipVertex> clip_triangle(const std::array<ClipVertex, 3>& triangle, const std::vector<ClipPlane>& planes);

// Returns the part of a line that is inside all planes, if there is any.
std::optional<std::array<ClipVertex, 2>> clip_line(std::array<ClipVertex, 2> line,
                                                   const std::vector<ClipPlane>& planes);

// Whether a point is inside all planes.
bool is_inside(const ClipVertex& vertex, const std::vector<ClipPlane>& planes);
// Whether three points are inside all planes.
bool are_inside(const std::array<ClipVertex, 3>& vertices, const std::vector<ClipPlane>& planes);

}  // namespace eugene::draw
