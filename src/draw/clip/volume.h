// The planes that the triangles of a draw are clipped to.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "draw/clip/clip.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// The largest coordinate of a pixel, in either direction, that later stages accept.
inline constexpr double kMaxPixel = 32767;

// Returns the planes of the view volume: the near and the far plane, as far as they are enabled, and a guardband,
// within which all pixels have coordinates up to kMaxPixel. A viewport with numbers that are not finite has no volume:
// the planes exclude everything.
std::vector<ClipPlane> clip_planes(const State3d& state, const Viewport& viewport);

// The distances of the three vertices of a triangle from a plane that the program has computed.
using UserDistances = std::array<float, 3>;
ClipPlane user_plane(const UserDistances& distances);

}  // namespace eugene::draw
