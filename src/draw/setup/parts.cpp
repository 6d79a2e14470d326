#include "draw/setup/parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "draw/setup/screen_vertex.h"

namespace eugene::draw {
namespace {

// Returns the two triangles of a quadrangle, with the values of `values`.
std::vector<SetupTriangle> split(const std::array<Point, 4>& outline, const SetupTriangle& values) {
  const auto is_too_far = [](const Point& point) {
    return std::abs(point.x) > Point::kMax || std::abs(point.y) > Point::kMax;
  };
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
    values.linear[i] = along(weight, first, second);
    values.over_w[i] = along(weight, first * from->inverse_w, second * to->inverse_w);
  }
  const auto width = static_cast<std::int32_t>(std::max(1.0F, std::round(state.rasterizer.line_width)));
  const std::int32_t half = width * Point::kUnits / 2;
  const std::int32_t x = is_flat ? 0 : half, y = is_flat ? half : 0;
  const Point &a = from->point, &b = to->point;
  return split({Point{a.x - x, a.y - y}, {b.x - x, b.y - y}, {b.x + x, b.y + y}, {a.x + x, a.y + y}}, values);
}

}  // namespace eugene::draw
