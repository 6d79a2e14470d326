#include "draw/clip/clip.h"

#include <algorithm>
#include <cstddef>

#include "base/vector_host.h"

namespace eugene::draw {
namespace {

// Returns the point of the edge that is `t` of its way from `from` to `to`.
ClipVertex mix(const ClipVertex& from, const ClipVertex& to, double t) {
  ClipVertex result;
  for (std::size_t i = 0; i < result.position.size(); ++i)
    result.position[i] = from.position[i] + t * (to.position[i] - from.position[i]);
  for (std::size_t i = 0; i < result.weights.size(); ++i)
    result.weights[i] = from.weights[i] + t * (to.weights[i] - from.weights[i]);
  // On the screen, each end counts by its share of the point's w.
  const double w = result.position[3];
  const double on_screen = w == 0 ? t : t * to.position[3] / w;
  for (std::size_t i = 0; i < result.screen_weights.size(); ++i) {
    result.screen_weights[i] = from.screen_weights[i] + on_screen * (to.screen_weights[i] - from.screen_weights[i]);
  }
  return result;
}

// Cuts an edge always from its inner end, so that both triangles at an edge get the same point.
ClipVertex cut(const ClipVertex& inside, double inner, const ClipVertex& outside, double outer) {
  return mix(inside, outside, inner / (inner - outer));
}

std::vector<ClipVertex> clip_polygon(const std::vector<ClipVertex>& polygon, const ClipPlane& plane) {
  std::vector<ClipVertex> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipVertex& here = polygon[i];
    const ClipVertex& next = polygon[(i + 1) % polygon.size()];
    const double at_here = plane.distance(here), at_next = plane.distance(next);
    if (at_here >= 0) result.push_back(here);
    if (at_here >= 0 && at_next < 0) result.push_back(cut(here, at_here, next, at_next));
    if (at_here < 0 && at_next >= 0) result.push_back(cut(next, at_next, here, at_here));
  }
  return result;
}

}  // namespace

double ClipPlane::distance(const ClipVertex& vertex) const {
  double sum = constant;
  for (std::size_t i = 0; i < position.size(); ++i) sum += position[i] * vertex.position[i];
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * vertex.weights[i];
  return sum;
}

std::array<ClipVertex, 3> whole_triangle(const std::array<std::array<float, 4>, 3>& positions) {
  std::array<ClipVertex, 3> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    std::ranges::copy(positions[i], corners[i].position.begin());
    corners[i].weights[i] = corners[i].screen_weights[i] = 1;
  }
  return corners;
}

std::vector<ClipVertex> clip_triangle(const std::array<ClipVertex, 3>& triangle, const std::vector<ClipPlane>& planes) {
  std::vector<ClipVertex> polygon(triangle.begin(), triangle.end());
  for (const ClipPlane& plane : planes) {
    const auto is_outside = [&plane](const ClipVertex& vertex) { return plane.distance(vertex) < 0; };
    if (std::ranges::none_of(polygon, is_outside)) continue;
    polygon = clip_polygon(polygon, plane);
    if (polygon.size() < 3) return {};
  }
  return polygon;
}

std::optional<std::array<ClipVertex, 2>> clip_line(std::array<ClipVertex, 2> line,
                                                   const std::vector<ClipPlane>& planes) {
  for (const ClipPlane& plane : planes) {
    const double first = plane.distance(line[0]), second = plane.distance(line[1]);
    if (first < 0 && second < 0) return std::nullopt;
    if (first < 0) line[0] = cut(line[1], second, line[0], first);
    if (second < 0) line[1] = cut(line[0], first, line[1], second);
  }
  return line;
}

bool is_inside(const ClipVertex& vertex, const std::vector<ClipPlane>& planes) {
  return std::ranges::all_of(planes, [&vertex](const ClipPlane& plane) { return plane.distance(vertex) >= 0; });
}

namespace {

// Returns the distances of three vertices from the plane, by the operations of ClipPlane::distance() in their order.
F64x8::Half distances(const ClipPlane& plane, const std::array<ClipVertex, 3>& vertices) {
  F64x8::Half sum = F64x8::Half{} + plane.constant;
  const auto add = [&](double factor, auto member, std::size_t i) {
    const double last = (vertices[2].*member)[i];
    sum += factor * F64x8::Half{(vertices[0].*member)[i], (vertices[1].*member)[i], last, last};
  };
  for (std::size_t i = 0; i < plane.position.size(); ++i) add(plane.position[i], &ClipVertex::position, i);
  for (std::size_t i = 0; i < plane.weights.size(); ++i) add(plane.weights[i], &ClipVertex::weights, i);
  return sum;
}

}  // namespace

bool are_inside(const std::array<ClipVertex, 3>& vertices, const std::vector<ClipPlane>& planes) {
  bool result = true;
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (const ClipPlane& plane : planes) result = result && !Host::any(~(I32x8)(distances(plane, vertices) >= 0));
  });
  return result;
}

}  // namespace eugene::draw
