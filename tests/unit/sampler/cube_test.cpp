// Cube maps: faces, their coordinates, and neighbours across edges (SKL PRM vol5 "Cube Surfaces").
#include "sampler/cube.h"

#include <gtest/gtest.h>

namespace eugene::sampler {
namespace {

TEST(Cube, FacesOfDirections) {
  constexpr Direction kAxes[]{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (unsigned face = 0; face < 6; ++face) {
    const FacePoint point = face_point(kAxes[face]);
    EXPECT_EQ(point.face, face);
    EXPECT_EQ(point.s, 0.5);
    EXPECT_EQ(point.t, 0.5);
  }
  // On +x, s runs along -z and t along -y.
  const FacePoint point = face_point({2, -1, -1});
  EXPECT_EQ(point.face, 0U);
  EXPECT_EQ(point.s, 0.75);
  EXPECT_EQ(point.t, 0.75);
  EXPECT_EQ(face_point({0, 0, 0}).s, 0.5);
}

// The middle of a texel of a face, as a direction.
Direction middle(const FaceTexel& texel, int size) {
  const double s = (2.0 * texel.x + 1) / size - 1;
  const double t = (2.0 * texel.y + 1) / size - 1;
  switch (texel.face) {
    case 0: return {1, -t, -s};
    case 1: return {-1, -t, s};
    case 2: return {s, 1, t};
    case 3: return {s, -1, -t};
    case 4: return {s, -t, 1};
    default: return {-s, -t, -1};
  }
}

TEST(Cube, TexelsAcrossEdgesAreTheNearest) {
  constexpr int kSize = 8;
  for (unsigned face = 0; face < 6; ++face) {
    for (int i = 0; i < kSize; ++i) {
      for (const FaceTexel inside : {FaceTexel{face, 0, i}, {face, kSize - 1, i}, {face, i, 0}, {face, i, kSize - 1}}) {
        for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          const FaceTexel beyond{face, inside.x + dx, inside.y + dy};
          const FaceTexel found = across_edge(beyond, kSize);
          if (beyond.x >= 0 && beyond.x < kSize && beyond.y >= 0 && beyond.y < kSize) {
            EXPECT_EQ(found, beyond);
            continue;
          }
          EXPECT_NE(found.face, face);
          // Two texels on both sides of an edge are mirror images: their directions, scaled to the cube, differ by half
          // a texel's width of each face.
          const Direction a = middle(inside, kSize);
          const Direction b = middle(found, kSize);
          double distance = 0;
          for (unsigned n = 0; n < 3; ++n) distance += (a[n] - b[n]) * (a[n] - b[n]);
          EXPECT_NEAR(distance, 2.0 / (kSize * kSize), 1e-12) << face << ' ' << beyond.x << ' ' << beyond.y;
        }
      }
    }
  }
}

}  // namespace
}  // namespace eugene::sampler
