// Coordinates to texels: SKL PRM vol7 "Texture Coordinate Processing", SAMPLER_STATE's address modes and rounding.
#include "sampler/address.h"

#include <gtest/gtest.h>

#include <limits>

namespace eugene::sampler {
namespace {

using enum AddressMode;

TEST(Address, ModesBringIndicesBack) {
  struct Row {
    AddressMode mode;
    std::array<std::int32_t, 10> texel;  // the texel for each index from -5 to 4, in a row of 3 texels
  };
  constexpr std::int32_t kNone = kBorderTexel;
  constexpr Row kRows[]{
      {wrap, {1, 2, 0, 1, 2, 0, 1, 2, 0, 1}},
      {mirror, {1, 2, 2, 1, 0, 0, 1, 2, 2, 1}},
      {clamp, {0, 0, 0, 0, 0, 0, 1, 2, 2, 2}},
      {border, {kNone, kNone, kNone, kNone, kNone, 0, 1, 2, kNone, kNone}},
      {mirror_once, {2, 2, 2, 1, 0, 0, 1, 2, 2, 2}},
      {half_border, {kNone, kNone, kNone, kNone, kNone, 0, 1, 2, kNone, kNone}},
      {mirror_101, {1, 0, 1, 2, 1, 0, 1, 2, 1, 0}},
  };
  for (const Row& row : kRows) {
    for (int index = -5; index <= 4; ++index) {
      EXPECT_EQ(find_texel(row.mode, index, 3), row.texel[static_cast<unsigned>(index + 5)])
          << "mode " << static_cast<int>(row.mode) << " index " << index;
    }
  }
}

TEST(Address, PositionsHaveEightFractionBits) {
  const Axis truncating{.mode = clamp, .size = 16};
  const Axis rounding{.mode = clamp, .rounds = true, .size = 16};
  EXPECT_EQ(compute_position(truncating, 0.5F).at, 8 * 256);
  EXPECT_EQ(compute_position(truncating, 0.5F + 0.9F / 4096).at, 8 * 256);
  EXPECT_EQ(compute_position(rounding, 0.5F + 0.9F / 4096).at, 8 * 256 + 1);
  EXPECT_EQ(compute_position(truncating, -0.1F / 4096).at, -1);
  EXPECT_EQ(compute_position({.mode = clamp, .normalised = false, .size = 16}, 3.25F).at, 3 * 256 + 64);
}

TEST(Address, SpecialValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const AddressMode mode : {wrap, mirror, clamp, border, mirror_once, half_border, mirror_101}) {
    const Axis axis{.mode = mode, .size = 5};
    for (const float value : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(), 3e38F, -3e38F}) {
      for (const std::int32_t texel : axis_texels(axis, value, true, 7).texel) {
        EXPECT_TRUE(texel == kBorderTexel || (texel >= 0 && texel < 5)) << static_cast<int>(mode) << ' ' << value;
      }
    }
  }
  EXPECT_EQ(axis_texels({.mode = wrap, .size = 5}, std::numeric_limits<float>::quiet_NaN(), false, 0).texel[0], 0);
}

TEST(Address, LinearTakesNeighbours) {
  const Axis axis{.mode = clamp, .size = 4};
  EXPECT_EQ(axis_texels(axis, 0.5F, true, 0), (AxisTexels{{1, 2}, 128}));
  EXPECT_EQ(axis_texels(axis, 0.375F, true, 0),
            (AxisTexels{{1, 1}, 0}));  // in the middle of a texel, no neighbour has weight
  EXPECT_EQ(axis_texels(axis, 0.0F, true, 0), (AxisTexels{{0, 0}, 128}));
  EXPECT_EQ(axis_texels({.mode = wrap, .size = 4}, 0.0F, true, 0), (AxisTexels{{3, 0}, 128}));
  EXPECT_EQ(axis_texels({.mode = border, .size = 4}, 0.0F, true, 0), (AxisTexels{{kBorderTexel, 0}, 128}));
  EXPECT_EQ(axis_texels({.mode = half_border, .size = 4}, -3.0F, true, 0), (AxisTexels{{kBorderTexel, 0}, 128}));
}

// OpenGL's GL_CLAMP: the coordinate is clamped to the edges of the level, after the offset.
TEST(Address, HalfBorderClampsTheCoordinate) {
  const Axis axis{.mode = half_border, .size = 4};
  for (const float beyond : {1.0F, 1.5F, 100.0F}) {
    EXPECT_EQ(axis_texels(axis, beyond, false, 0).texel[0], 3) << beyond;
    EXPECT_EQ(axis_texels(axis, -beyond, false, 0).texel[0], 0) << beyond;
    EXPECT_EQ(axis_texels(axis, beyond, true, 0), (AxisTexels{{3, kBorderTexel}, 128})) << beyond;
  }
  EXPECT_EQ(axis_texels(axis, 0.125F, false, -3).texel[0], 0);
  EXPECT_EQ(axis_texels(axis, 0.125F, true, -3), (AxisTexels{{kBorderTexel, 0}, 128}));
  EXPECT_EQ(axis_texels(axis, 1.5F, false, -3).texel[0], 3);  // 3 texels left of 6 is still inside, at the edge
  EXPECT_EQ(axis_texels(axis, 1.375F, true, -3), (AxisTexels{{2, 2}, 0}));
}

TEST(Address, WrapAndMirrorFoldTheCoordinate) {
  const Axis repeats{.mode = wrap, .size = 8};
  const Axis mirrors{.mode = mirror, .size = 8};
  for (int copy = -3; copy <= 3; ++copy) {
    for (int texel = 0; texel < 8; ++texel) {
      const float at = static_cast<float>(copy) + (static_cast<float>(texel) + 0.5F) / 8;
      EXPECT_EQ(axis_texels(repeats, at, false, 0).texel[0], texel) << copy;
      EXPECT_EQ(axis_texels(mirrors, at, false, 0).texel[0], copy % 2 == 0 ? texel : 7 - texel) << copy;
    }
  }
}

TEST(Address, OffsetsCountTexelsOfTheCoordinate) {
  EXPECT_EQ(axis_texels({.mode = clamp, .size = 8}, 0.5F, false, -3).texel[0], 1);
  EXPECT_EQ(axis_texels({.mode = wrap, .size = 8}, 0.0F, false, -1).texel[0], 7);
  // In a mirrored copy, a step to the right is a step to the left of the texels.
  EXPECT_EQ(axis_texels({.mode = mirror, .size = 8}, 1.0625F, false, 0).texel[0], 7);
  EXPECT_EQ(axis_texels({.mode = mirror, .size = 8}, 1.0625F, false, 2).texel[0], 5);
}

}  // namespace
}  // namespace eugene::sampler
