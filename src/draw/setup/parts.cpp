#include "draw/setup/parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/bits.h"
#include "draw/setup/screen_vertex.h"

namespace eugene::draw {
namespace {

bool is_too_far(const Point& point) { return std::abs(point.x) > Point::kMax || std::abs(point.y) > Point::kMax; }

// Returns the two triangles of a quadrangle, with the values of `values`.
std::vector<SetupTriangle> split(const std::array<Point, 4>& outline, const SetupTriangle& values) {
  if (std::ranges::any_of(outline, is_too_far)) return {};
  std::vector<SetupTriangle> result(2, values);
  result[0].corners = {outline[0], outline[1], outline[2]};
  result[1].corners = {outline[0], outline[2], outline[3]};
  return result;
}

// Returns the plane that has the values `from` and `to` where `weight` is 0 and 1.
ScreenPlane along(const ScreenPlane& weight, double from, double to) {
  const double difference = to - from;
  return {
      .by_x = weight.by_x * difference, .by_y = weight.by_y * difference, .origin = from + weight.origin * difference};
}

}  // namespace

std::vector<SetupTriangle> set_up_point(const ClipVertex& vertex, float width, const State3d& state,
                                        const Viewport& viewport) {
  const std::optional<ScreenVertex> place = to_screen(vertex, state, viewport);
  if (!place) return {};
  constexpr float kMinWidth = 0.125F, kMaxWidth = 255.875F;
  width = std::min(std::max(kMinWidth, width), kMaxWidth);  // kMinWidth if the width is not a number
  const auto units = static_cast<std::int32_t>(width * Point::kUnits);
  const std::int32_t left = place->point.x - units / 2, top = place->point.y - units / 2;
  const double step = 1 / static_cast<double>(width);
  SetupTriangle values;
  values.depth = {.origin = place->depth};
  values.inverse_w = {.origin = place->inverse_w};
  values.linear = {ScreenPlane{.by_x = step, .origin = -static_cast<double>(left) / Point::kUnits * step},
                   ScreenPlane{.by_y = step, .origin = -static_cast<double>(top) / Point::kUnits * step}};
  for (std::size_t i = 0; i < 2; ++i) values.over_w[i] = along(values.linear[i], 0, place->inverse_w);
  return split({Point{left, top}, {left + units, top}, {left + units, top + units}, {left, top + units}}, values);
}

std::vector<SetupTriangle> set_up_line(const std::array<ClipVertex, 2>& line, const State3d& state,
                                       const Viewport& viewport) {
  const std::optional<ScreenVertex> from = to_screen(line[0], state, viewport);
  const std::optional<ScreenVertex> to = to_screen(line[1], state, viewport);
  if (!from || !to || from->point == to->point) return {};
  const std::int32_t dx = to->point.x - from->point.x, dy = to->point.y - from->point.y;
  const bool is_flat = std::abs(dx) >= std::abs(dy);
  ScreenPlane weight;
  if (is_flat) {
    weight = {.by_x = double{Point::kUnits} / dx, .origin = -static_cast<double>(from->point.x) / dx};
  } else {
    weight = {.by_y = double{Point::kUnits} / dy, .origin = -static_cast<double>(from->point.y) / dy};
  }
  SetupTriangle values;
  values.depth = along(weight, from->depth, to->depth);
  values.inverse_w = along(weight, from->inverse_w, to->inverse_w);
  // The ends of a clipped line are mixtures of its vertices.
  for (std::size_t i = 0; i < 2; ++i) {
    const double first = line[0].weights[i + 1], second = line[1].weights[i + 1];
    values.linear[i] = along(weight, line[0].screen_weights[i + 1], line[1].screen_weights[i + 1]);
    values.over_w[i] = along(weight, first * from->inverse_w, second * to->inverse_w);
  }
  const float width = std::max(1.0F, std::round(state.rasterizer.line_width));
  values.line = LineShape{.from = from->point, .to = to->point, .width = static_cast<std::int32_t>(width)};
  return {values};
}

std::vector<SetupTriangle> set_up_rectangle(const std::array<ClipVertex, 3>& corners, const State3d& state,
                                            const Viewport& viewport) {
  SetupTriangle half;
  if (!place_triangle(corners, state, viewport, half)) return {};
  half.is_back = false;
  const auto& [a, b, c] = half.corners;
  return split({a, b, c, Point{a.x + c.x - b.x, a.y + c.y - b.y}}, half);
}

namespace {

// Sets `parts` to the solid triangles of a polygon. The first one is the largest, and has the facing of the polygon:
// rounding may have turned thin triangles.
void place_polygon(std::span<const ClipVertex> polygon, const State3d& state, const Viewport& viewport,
                   std::vector<SetupTriangle>& parts) {
  parts.clear();
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    if (!place_triangle({polygon[0], polygon[i - 1], polygon[i]}, state, viewport, parts.emplace_back()))
      parts.pop_back();
  }
  if (parts.size() < 2) return;
  const auto area = [](const SetupTriangle& part) { return std::abs(doubled_area(part.corners)); };
  std::iter_swap(parts.begin(), std::ranges::max_element(parts, {}, area));
}

// Whether an edge of a polygon is on an edge of the whole triangle that is not drawn: the weight of the vertex opposite
// to that edge is 0 along it.
bool is_hidden(const ClipVertex& from, const ClipVertex& to, std::uint8_t edges) {
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned opposite = (i + 2) % 3;
    if (!bit(edges, i) && from.weights[opposite] == 0 && to.weights[opposite] == 0) return true;
  }
  return false;
}

// Returns the triangles of a point that has the weights of its vertex everywhere.
std::vector<SetupTriangle> set_up_corner(const ClipVertex& vertex, float width, const State3d& state,
                                         const Viewport& viewport) {
  std::vector<SetupTriangle> parts = set_up_point(vertex, width, state, viewport);
  for (SetupTriangle& each : parts) {
    for (std::size_t i = 0; i < each.linear.size(); ++i) {
      each.linear[i] = {.origin = vertex.weights[i + 1]};
      each.over_w[i] = {.origin = vertex.weights[i + 1] * each.inverse_w.origin};
    }
  }
  return parts;
}

}  // namespace

void set_up_polygon(std::span<const ClipVertex> polygon, const Outline& outline, const State3d& state,
                    const Viewport& viewport, std::vector<SetupTriangle>& parts) {
  const Rasterizer& raster = state.rasterizer;
  place_polygon(polygon, state, viewport, parts);
  if (parts.empty()) return;
  const bool is_back = parts.front().is_back;
  const double depth_offset = parts.front().depth_offset;
  if (is_culled(is_back, raster.cull)) return parts.clear();
  const Fill fill = is_back ? raster.back_fill : raster.front_fill;
  const bool has_offset = fill == Fill::solid   ? raster.offsets_solid
                          : fill == Fill::lines ? raster.offsets_lines
                                                : raster.offsets_points;
  if (fill != Fill::solid) parts.clear();
  for (std::size_t i = 0; fill != Fill::solid && i < polygon.size(); ++i) {
    const ClipVertex &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    if (fill == Fill::lines && is_hidden(from, to, outline.edges)) continue;
    const std::vector<SetupTriangle> more = fill == Fill::lines
                                                ? set_up_line({from, to}, state, viewport)
                                                : set_up_corner(from, outline.point_width, state, viewport);
    parts.insert(parts.end(), more.begin(), more.end());
  }
  for (SetupTriangle& each : parts) {
    each.is_back = is_back;
    each.is_area = fill == Fill::solid;
    if (has_offset) each.depth.origin += depth_offset;
  }
}

}  // namespace eugene::draw
