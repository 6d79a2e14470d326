#include "sampler/cube.h"

#include <algorithm>

namespace eugene::sampler {
namespace {

// Axes of a face's normal, of s and of t, and their signs.
struct Face {
  unsigned normal, s, t;
  double normal_sign, s_sign, t_sign;
};
constexpr std::array<Face, 6> kFaces{{
    {0, 2, 1, 1, -1, -1},   // +x: s is -z, t is -y
    {0, 2, 1, -1, 1, -1},   // -x
    {1, 0, 2, 1, 1, 1},     // +y: s is x, t is z
    {1, 0, 2, -1, 1, -1},   // -y
    {2, 0, 1, 1, 1, -1},    // +z: s is x, t is -y
    {2, 0, 1, -1, -1, -1},  // -z
}};

}  // namespace

unsigned find_face(const Direction& direction) {
  const double x = std::fabs(direction[0]);
  const double y = std::fabs(direction[1]);
  const double z = std::fabs(direction[2]);
  const unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  return axis * 2 + (std::signbit(direction[axis]) ? 1 : 0);
}

FacePoint face_point(const Direction& direction, int face) {
  const unsigned number = face >= 0 ? static_cast<unsigned>(face) : find_face(direction);
  const Face& f = kFaces[number];
  const double depth = std::fabs(direction[f.normal]);
  if (!(depth > 0)) return {number, 0.5, 0.5};  // the zero vector has no direction
  return {number, (direction[f.s] * f.s_sign / depth + 1) / 2, (direction[f.t] * f.t_sign / depth + 1) / 2};
}

FaceTexel across_edge(const FaceTexel& texel, std::int32_t size) {
  const bool outside_x = texel.x < 0 || texel.x >= size;
  const bool outside_y = texel.y < 0 || texel.y >= size;
  if (!outside_x && !outside_y) return texel;
  if (outside_x && outside_y) {
    return {texel.face, std::clamp(texel.x, 0, size - 1), std::clamp(texel.y, 0, size - 1)};
  }
  // Fold the strip outside the face onto the neighbour: the distance from the edge becomes depth. The unit is half a
  // texel, so all centres are odd numbers and faces are at distance `size`.
  const Face& f = kFaces[texel.face];
  std::array<std::int32_t, 3> at{};
  const auto centre = [size](std::int32_t index) { return 2 * index + 1 - size; };
  const auto clamp = [size](std::int32_t value) { return std::clamp(value, -size, size); };
  at[f.normal] = static_cast<std::int32_t>(f.normal_sign) * (size - 1);
  at[f.s] = static_cast<std::int32_t>(f.s_sign) * clamp(centre(texel.x));
  at[f.t] = static_cast<std::int32_t>(f.t_sign) * clamp(centre(texel.y));
  const unsigned axis = outside_x ? f.s : f.t;
  const unsigned face = axis * 2 + (at[axis] < 0 ? 1U : 0U);
  const Face& g = kFaces[face];
  const auto index = [size](std::int32_t value) { return (value + size - 1) / 2; };
  return {face, index(at[g.s] * static_cast<std::int32_t>(g.s_sign)),
          index(at[g.t] * static_cast<std::int32_t>(g.t_sign))};
}

}  // namespace eugene::sampler
