#include "draw/setup/triangle_setup.h"

#include <algorithm>
#include <cmath>

#include "draw/setup/screen_vertex.h"

namespace eugene::draw {
namespace {

// The planes of the three corners' own weights.
std::array<ScreenPlane, 3> corner_weights(const Corners& corners, double area) {
  std::array<ScreenPlane, 3> planes;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Point& from = corners[(i + 1) % 3];
    const Point& to = corners[(i + 2) % 3];
    const double dx = to.x - from.x, dy = to.y - from.y;
    planes[i] = {.by_x = -dy * Point::kUnits / area,
                 .by_y = dx * Point::kUnits / area,
                 .origin = (dy * from.x - dx * from.y) / area};
  }
  return planes;
}

// Returns the plane that has the given values at the corners. The weights of a level plane might not add up to 1.
ScreenPlane plane_through(const std::array<ScreenPlane, 3>& weights, const std::array<double, 3>& values) {
  if (values[0] == values[1] && values[1] == values[2]) return {.origin = values[0]};
  ScreenPlane sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum.by_x += weights[i].by_x * values[i];
    sum.by_y += weights[i].by_y * values[i];
    sum.origin += weights[i].origin * values[i];
  }
  return sum;
}

// Returns the smallest difference of depths that the depth buffer's format is sure to show, halved: drivers double the
// program's number of differences.
double depth_unit(const State3d& state, const std::array<double, 3>& depths) {
  if (state.depth_buffer.format == DepthFormat::d16_unorm) return 0x1p-17;
  if (state.depth_buffer.format != DepthFormat::d32_float) return 0x1p-25;
  constexpr int kFraction = 24;
  const double largest = std::max({std::abs(depths[0]), std::abs(depths[1]), std::abs(depths[2])});
  return largest == 0 || !std::isfinite(largest) ? 0 : std::ldexp(1.0, std::ilogb(largest) - kFraction);
}

double find_offset(const State3d& state, const std::array<double, 3>& depths, const ScreenPlane& depth) {
  const Rasterizer& raster = state.rasterizer;
  const double slope = std::max(std::abs(depth.by_x), std::abs(depth.by_y));
  const double offset = raster.offset_constant * depth_unit(state, depths) + raster.offset_scale * slope;
  if (raster.offset_clamp > 0) return std::min<double>(offset, raster.offset_clamp);
  return raster.offset_clamp < 0 ? std::max<double>(offset, raster.offset_clamp) : offset;
}

}  // namespace

bool place_triangle(const std::array<ClipVertex, 3>& triangle, const State3d& state, const Viewport& viewport,
                    SetupTriangle& result) {
  std::array<double, 3> depths{}, inverse_w{};
  for (std::size_t i = 0; i < triangle.size(); ++i) {
    const auto vertex = to_screen(triangle[i], state, viewport);
    if (!vertex) return false;
    result.corners[i] = vertex->point;
    depths[i] = vertex->depth;
    inverse_w[i] = vertex->inverse_w;
  }
  const std::int64_t area = doubled_area(result.corners);
  if (area == 0) return false;
  result.is_back = (area < 0) != state.rasterizer.front_is_counterclockwise;
  const std::array<ScreenPlane, 3> weights = corner_weights(result.corners, static_cast<double>(area));
  result.depth = plane_through(weights, depths);
  result.depth_offset = find_offset(state, depths, result.depth);
  result.inverse_w = plane_through(weights, inverse_w);
  for (std::size_t vertex = 0; vertex < 2; ++vertex) {
    std::array<double, 3> plain{}, divided{};
    for (std::size_t i = 0; i < plain.size(); ++i) {
      plain[i] = triangle[i].screen_weights[vertex + 1];
      divided[i] = triangle[i].weights[vertex + 1] * inverse_w[i];
    }
    result.linear[vertex] = plane_through(weights, plain);
    result.over_w[vertex] = plane_through(weights, divided);
  }
  return true;
}

bool is_culled(bool is_back, Cull cull) {
  switch (cull) {
    case Cull::both: return true;
    case Cull::none: return false;
    case Cull::front: return !is_back;
    case Cull::back: return is_back;
  }
  return false;
}

}  // namespace eugene::draw
