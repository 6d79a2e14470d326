#include "draw/clip/clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "draw/clip/volume.h"

namespace eugene::draw {
namespace {

constexpr ClipPlane kLeft{.position = {1, 0, 0, 1}};  // x >= -w

std::array<ClipVertex, 3> triangle(float x) { return whole_triangle({{{x, 0, 0, 1}, {1, 0, 0, 1}, {1, 1, 0, 1}}}); }

TEST(Clip, InsideIsUnchanged) {
  const auto whole = triangle(0);
  const auto clipped = clip_triangle(whole, {kLeft});
  ASSERT_EQ(clipped.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(clipped[i].position, whole[i].position);
    EXPECT_EQ(clipped[i].weights, whole[i].weights);
  }
}

TEST(Clip, OutsideIsNothing) { EXPECT_TRUE(clip_triangle(triangle(0), {{.position = {-1, 0, 0, -1}}}).empty()); }

// In the middle of an edge in clip space, the end with the larger w counts more on the screen.
TEST(Clip, WeightsOnTheScreen) {
  const auto whole = whole_triangle({{{-1, 0, 0, 1}, {3, 0, 0, 3}, {-1, 1, 0, 1}}});
  const auto line = clip_line({whole[0], whole[1]}, {{.position = {1, 0, 0, 0}, .constant = -1}});
  ASSERT_TRUE(line);
  EXPECT_EQ((*line)[0].weights, (std::array{0.5, 0.5, 0.0}));
  EXPECT_EQ((*line)[0].screen_weights, (std::array{0.25, 0.75, 0.0}));
}

// The corners of the rest are the mixtures of vertices that their weights say.
TEST(Clip, WeightsMakeThePositions) {
  const auto whole = triangle(-3);
  const auto clipped = clip_triangle(whole, {kLeft, {.position = {0, -1, 0, 0.5}}});
  ASSERT_GE(clipped.size(), 4U);
  for (const ClipVertex& corner : clipped) {
    EXPECT_NEAR(corner.weights[0] + corner.weights[1] + corner.weights[2], 1, 1e-12);
    EXPECT_GE(corner.position[0], -1 - 1e-12);
    EXPECT_LE(corner.position[1], 0.5 + 1e-12);
    for (std::size_t c = 0; c < 4; ++c) {
      double mixture = 0;
      for (std::size_t i = 0; i < 3; ++i) mixture += corner.weights[i] * whole[i].position[c];
      EXPECT_NEAR(mixture, corner.position[c], 1e-12);
    }
  }
}

// Three corners together are inside exactly if each of them is.
TEST(Clip, InsideTogetherAsOneByOne) {
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<float>(static_cast<int>(random() % 9) - 4) / 4; };
  const std::vector<ClipPlane> planes{kLeft, {.position = {0, -1, 0.5, 1}}, user_plane({1, 0.25F, -0.25F})};
  std::array<unsigned, 2> counts{};
  for (unsigned i = 0; i < 2000; ++i) {
    const auto corners = whole_triangle(
        {{{number(), number(), number(), 1}, {number(), number(), number(), 1}, {number(), number(), number(), 0.5F}}});
    const std::vector<ClipPlane> tested(planes.begin(), planes.begin() + i % 4);
    const bool expected =
        std::ranges::all_of(corners, [&](const ClipVertex& corner) { return is_inside(corner, tested); });
    EXPECT_EQ(are_inside(corners, tested), expected);
    ++counts[expected ? 1 : 0];
  }
  EXPECT_GT(std::min(counts[0], counts[1]), 100U);
}

TEST(Clip, UserDistances) {
  const auto clipped = clip_triangle(triangle(0), {user_plane({1, -1, -1})});
  ASSERT_EQ(clipped.size(), 3U);
  EXPECT_EQ(clipped[1].weights, (std::array<double, 3>{0.5, 0.5, 0}));
}

State3d clipping_state() {
  State3d state;
  state.clipper.tests_guardband = true;
  state.rasterizer.clips_near = state.rasterizer.clips_far = true;
  return state;
}
Viewport square_viewport() {
  return {.scale = {128, 128, 0.5F}, .offset = {128, 128, 0.5F}, .guardband = {-100, 100, -100, 100}};
}

bool contains(const std::vector<ClipPlane>& planes, std::array<double, 4> position) {
  for (const ClipPlane& plane : planes) {
    if (plane.distance({.position = position}) < 0) return false;
  }
  return true;
}

TEST(ClipVolume, DepthOfBothKinds) {
  State3d state = clipping_state();
  const auto gl = clip_planes(state, square_viewport());
  EXPECT_TRUE(contains(gl, {0, 0, -1, 1}));
  EXPECT_FALSE(contains(gl, {0, 0, -1.01, 1}));
  EXPECT_FALSE(contains(gl, {0, 0, 1.01, 1}));
  state.clipper.has_d3d_depth = true;
  const auto d3d = clip_planes(state, square_viewport());
  EXPECT_TRUE(contains(d3d, {0, 0, 0, 1}));
  EXPECT_FALSE(contains(d3d, {0, 0, -0.01, 1}));
  state.rasterizer.clips_near = state.rasterizer.clips_far = false;
  EXPECT_TRUE(contains(clip_planes(state, square_viewport()), {0, 0, -9, 1}));
}

TEST(ClipVolume, GuardbandAndEye) {
  const auto planes = clip_planes(clipping_state(), square_viewport());
  EXPECT_TRUE(contains(planes, {100, -100, 0, 1}));
  EXPECT_FALSE(contains(planes, {101, 0, 0, 1}));
  EXPECT_FALSE(contains(planes, {0, -101, 0, 1}));
  EXPECT_FALSE(contains(planes, {0, 0, 0, 0}));
  EXPECT_FALSE(contains(planes, {0, 0, 0, -1}));
}

// Without a guardband, and with any viewport, coordinates stay within what later stages can compute with.
TEST(ClipVolume, PixelsAreLimited) {
  State3d state = clipping_state();
  state.clipper.tests_guardband = false;
  Viewport large = square_viewport();
  large.scale = {1e30F, -1e-30F, 1};
  const auto planes = clip_planes(state, large);
  EXPECT_TRUE(contains(planes, {1e-27, 0, 0, 1}));
  EXPECT_FALSE(contains(planes, {1e-25, 0, 0, 1}));
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    large.offset[1] = bad;
    EXPECT_FALSE(contains(clip_planes(state, large), {0, 0, 0, 1}));
  }
}

}  // namespace
}  // namespace eugene::draw
