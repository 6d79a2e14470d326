#include "draw/clip/volume.h"

#include <algorithm>
#include <cmath>

namespace eugene::draw {
namespace {

constexpr ClipPlane kNothing{.constant = -1};

// Appends the planes between which coordinate `axis` divided by w is from `low` to `high`.
void limit(std::size_t axis, double low, double high, std::vector<ClipPlane>& to) {
  ClipPlane above{.position = {0, 0, 0, -low}};
  ClipPlane below{.position = {0, 0, 0, high}};
  above.position[axis] += 1;
  below.position[axis] -= 1;
  to.push_back(above);
  to.push_back(below);
}

bool is_finite(const Viewport& viewport) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::ranges::all_of(viewport.scale, finite) && std::ranges::all_of(viewport.offset, finite) &&
         std::ranges::all_of(viewport.guardband, finite);
}

}  // namespace

std::vector<ClipPlane> clip_planes(const State3d& state, const Viewport& viewport) {
  if (!is_finite(viewport)) return {kNothing};
  // Vertices at or behind the eye have no place on the screen.
  constexpr double kLeastW = 1e-30;
  std::vector<ClipPlane> planes{{.position = {0, 0, 0, 1}, .constant = -kLeastW}};
  const Rasterizer& raster = state.rasterizer;
  if (raster.clips_near) planes.push_back({.position = {0, 0, 1, state.clipper.has_d3d_depth ? 0.0 : 1.0}});
  if (raster.clips_far) planes.push_back({.position = {0, 0, -1, 1}});
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double scale = viewport.scale[axis], offset = viewport.offset[axis];
    if (scale == 0) {
      if (std::abs(offset) > kMaxPixel) return {kNothing};
      continue;
    }
    auto [low, high] = std::minmax({(-kMaxPixel - offset) / scale, (kMaxPixel - offset) / scale});
    if (state.clipper.tests_guardband) {
      low = std::max(low, double{viewport.guardband[2 * axis]});
      high = std::min(high, double{viewport.guardband[2 * axis + 1]});
    }
    limit(axis, low, high, planes);
  }
  return planes;
}

ClipPlane user_plane(const UserDistances& distances) {
  ClipPlane plane;
  std::ranges::copy(distances, plane.weights.begin());
  return plane;
}

}  // namespace eugene::draw
