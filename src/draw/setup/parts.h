// Divides primitives on the screen into triangles. The two triangles of a point, line or rectangle have the values of
// the whole.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "draw/clip/clip.h"
#include "draw/setup/triangle_setup.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// Returns the triangles of a square around the vertex. The weights of the second and the third vertex are the place in
// the square, from its top left corner. Nothing if the point is not on the screen.
std::vector<SetupTriangle> set_up_point(const ClipVertex& vertex, float width, const State3d& state,
                                        const Viewport& viewport);

// Returns a line with the state's width across its shorter direction. The weights are linear between the weights of its
// ends. Returns nothing if the line is not on the screen or has no length.
std::vector<SetupTriangle> set_up_line(const std::array<ClipVertex, 2>& line, const State3d& state,
                                       const Viewport& viewport);

// Returns the triangles of a rectangle that is given by three of its corners, in the order of its outline (SKL PRM vol7
// "RECTLIST"). The rectangle is not culled. Its values change like those of the triangle of these corners. Nothing if
// it is not on the screen or has no area.
std::vector<SetupTriangle> set_up_rectangle(const std::array<ClipVertex, 3>& corners, const State3d& state,
                                            const Viewport& viewport);

// Properties of a triangle that is drawn as lines or points.
struct Outline {
  float point_width = 1;
  std::uint8_t edges = 0b111;  // bit i: the edge from vertex i of the whole triangle to the next is drawn
};
// Sets `parts` to the triangles of a convex polygon, which is what clipping has left of a triangle; of its edges or its
// corners, if the state's fill mode says so. Nothing if the polygon is culled.
void set_up_polygon(std::span<const ClipVertex> polygon, const Outline& outline, const State3d& state,
                    const Viewport& viewport, std::vector<SetupTriangle>& parts);

}  // namespace eugene::draw
