// Divides points and lines on the screen into two triangles each. The triangles have the values of the point or line.
#pragma once

#include <array>
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

// Returns the triangles of a line, which is as wide as the state says across its shorter direction: lines without
// antialiasing are parallelograms (SKL PRM vol7 "Line Rasterization"). The weight of the second vertex is the place on
// the line. Nothing if the line is not on the screen or has no length.
std::vector<SetupTriangle> set_up_line(const std::array<ClipVertex, 2>& line, const State3d& state,
                                       const Viewport& viewport);

}  // namespace eugene::draw
