// Cube maps: the face that a direction hits, and texels past a face's edges (SKL PRM vol5 "Cube Surfaces").
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace eugene::sampler {

using Direction = std::array<double, 3>;

// A point on the cube: s and t from 0 to 1 on one of the faces +x -x +y -y +z -z.
struct FacePoint {
  unsigned face = 0;
  double s = 0;
  double t = 0;
};

// Returns the point at which `direction` hits the cube, or its projection onto `face` if that is given.
FacePoint face_point(const Direction& direction, int face = -1);
unsigned find_face(const Direction& direction);

// A texel of one face of `size` by `size` texels.
struct FaceTexel {
  unsigned face = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool operator==(const FaceTexel&) const = default;
};

// Returns the texel at (x, y) of `face`, which may be one texel past an edge; then it is on the neighbouring face.
// There is no texel past a corner: the result is then the nearest texel on the face.
FaceTexel across_edge(const FaceTexel& texel, std::int32_t size);
constexpr bool is_beyond_corner(const FaceTexel& texel, std::int32_t size) {
  return (texel.x < 0 || texel.x >= size) && (texel.y < 0 || texel.y >= size);
}

}  // namespace eugene::sampler
