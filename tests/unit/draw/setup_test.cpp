// Triangles on the screen: places, culling, planes.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "draw/setup/attributes.h"
#include "draw/setup/parts.h"
#include "values.h"

namespace eugene::draw {
namespace {

Viewport viewport() { return {.scale = {32, 32, 0.5F}, .offset = {32, 32, 0.5F}}; }

State3d state(Cull cull = Cull::none) {
  State3d state;
  state.rasterizer.transforms = true;
  state.rasterizer.cull = cull;
  return state;
}

using Positions = std::array<std::array<float, 4>, 3>;
// Clockwise on a screen whose y points down.
constexpr Positions kClockwise{{{-1, -1, -1, 1}, {1, -1, 0, 1}, {-1, 1, 1, 1}}};
constexpr Positions kCounterclockwise{{{-1, -1, -1, 1}, {-1, 1, 1, 1}, {1, -1, 0, 1}}};

std::vector<SetupTriangle> set_up_parts(const Positions& positions, const Outline& outline, const State3d& with) {
  std::vector<SetupTriangle> parts(1);  // what an earlier triangle has left
  set_up_polygon(whole_triangle(positions), outline, with, viewport(), parts);
  return parts;
}

std::optional<SetupTriangle> set_up(const Positions& positions, const State3d& with) {
  const auto parts = set_up_parts(positions, {}, with);
  return parts.empty() ? std::nullopt : std::optional(parts.front());
}

TEST(Setup, PlacesAreInTheViewport) {
  const auto triangle = set_up(kClockwise, state());
  ASSERT_TRUE(triangle);
  EXPECT_EQ(triangle->corners, (Corners{Point{0, 0}, Point{64 * 256, 0}, Point{0, 64 * 256}}));
}

TEST(Setup, DepthIsLinearOnTheScreen) {
  const auto triangle = set_up(kClockwise, state());
  EXPECT_NEAR(triangle->depth.at(0, 0), 0, 1e-12);
  EXPECT_NEAR(triangle->depth.at(64, 0), 0.5, 1e-12);
  EXPECT_NEAR(triangle->depth.at(0, 32), 0.5, 1e-12);
}

TEST(Setup, LevelDepthIsExact) {
  const float depth = 1.0F / 3;
  const auto triangle = set_up({{{-0.9F, -1, depth, 1}, {1, -0.7F, depth, 1}, {-0.3F, 0.8F, depth, 1}}}, state());
  ASSERT_TRUE(triangle);
  EXPECT_TRUE(triangle->depth.is_level());
  EXPECT_EQ(triangle->depth.at(0, 0), triangle->depth.at(31, 17));
  EXPECT_EQ(triangle->inverse_w.at(63, 5), 1);
}

TEST(Setup, Culling) {
  for (const bool front_is_counterclockwise : {false, true}) {
    for (const Positions& positions : {kClockwise, kCounterclockwise}) {
      State3d with = state();
      with.rasterizer.front_is_counterclockwise = front_is_counterclockwise;
      const bool is_back = (positions == kCounterclockwise) != front_is_counterclockwise;
      EXPECT_EQ(set_up(positions, with)->is_back, is_back);
      with.rasterizer.cull = Cull::front;
      EXPECT_EQ(set_up(positions, with).has_value(), is_back);
      with.rasterizer.cull = Cull::back;
      EXPECT_EQ(set_up(positions, with).has_value(), !is_back);
      with.rasterizer.cull = Cull::both;
      EXPECT_FALSE(set_up(positions, with));
    }
  }
}

// The weights of the vertices at a point mix their clip coordinates to the coordinates of the point.
TEST(Setup, PerspectiveWeights) {
  const Positions positions{{{-1, -1, 0, 1}, {3, -3, 0, 3}, {-0.5F, 0.5F, 0, 0.5F}}};
  const auto triangle = set_up(positions, state());
  ASSERT_TRUE(triangle);
  for (const auto& [x, y] : {std::pair(5.5, 7.5), std::pair(40.5, 3.5), std::pair(1.5, 60.5)}) {
    const Barycentrics weight = triangle->perspective_at(x, y);
    const double first = 1.0 - weight.second - weight.third;
    const double w = first * 1 + weight.second * 3.0 + weight.third * 0.5;
    const double clip_x = first * -1 + weight.second * 3.0 + weight.third * -0.5;
    EXPECT_NEAR(clip_x / w * 32 + 32, x, 1e-4);
    EXPECT_NEAR(1 / triangle->inverse_w.at(x, y), w, 1e-5);
    const Barycentrics linear = triangle->linear_at(x, y);
    EXPECT_NEAR(linear.second, x / 64, 1e-6);
    EXPECT_NEAR(linear.third, y / 64, 1e-6);
  }
}

TEST(Setup, DepthOffset) {
  State3d with = state();
  with.rasterizer.offsets_solid = true;
  with.rasterizer.offset_scale = 2;
  with.rasterizer.offset_constant = 0x1p23F;
  with.depth_buffer.format = DepthFormat::d24_unorm_x8;  // half a step is 2^-25
  const double slope = 0.5 / 32;
  EXPECT_NEAR(set_up(kClockwise, with)->depth.at(0, 0), 0.25 + 2 * slope, 1e-9);
  with.rasterizer.offset_clamp = 0.125F;
  EXPECT_NEAR(set_up(kClockwise, with)->depth.at(0, 0), 0.125, 1e-9);
  with.rasterizer.offset_scale = 0;
  with.rasterizer.offset_clamp = 0;
  with.depth_buffer.format = DepthFormat::d16_unorm;
  EXPECT_NEAR(set_up(kClockwise, with)->depth.at(0, 0), 64, 1e-9);
}

// Front and back have different fill modes.
TEST(Setup, EdgesAndCorners) {
  State3d with = state();
  with.rasterizer.front_fill = Fill::lines;
  EXPECT_EQ(set_up_parts(kCounterclockwise, {}, with).size(), 1U);
  ASSERT_EQ(set_up_parts(kClockwise, {}, with).size(), 3U);
  EXPECT_FALSE(set_up_parts(kClockwise, {}, with).front().is_back);
  // Only the last edge, from the third vertex to the first: its ends have the weights of these vertices.
  const auto edge = set_up_parts(kClockwise, {.edges = 0b100}, with);
  ASSERT_EQ(edge.size(), 1U);
  EXPECT_EQ(edge[0].line->to, (Point{0, 0}));
  EXPECT_NEAR(edge[0].perspective_at(0, 16).third, 0.25, 1e-6);
  EXPECT_NEAR(edge[0].perspective_at(0, 16).second, 0, 1e-6);
  EXPECT_NEAR(edge[0].depth.at(0, 16), 0.25, 1e-6);
  with.rasterizer.front_fill = Fill::points;
  const auto corners = set_up_parts(kClockwise, {.point_width = 4}, with);
  ASSERT_EQ(corners.size(), 6U);
  EXPECT_EQ(corners[2].corners[0], (Point{62 * 256, -2 * 256}));
  EXPECT_EQ(corners[2].linear_at(63, 1).second, 1);
  EXPECT_EQ(corners[4].perspective_at(1, 63).third, 1);
  with.rasterizer.cull = Cull::front;
  EXPECT_TRUE(set_up_parts(kClockwise, {}, with).empty());
}

TEST(Setup, OffsetOfEdges) {
  State3d with = state();
  with.rasterizer.front_fill = with.rasterizer.back_fill = Fill::lines;
  with.rasterizer.offset_constant = 0x1p23F;
  with.depth_buffer.format = DepthFormat::d24_unorm_x8;
  with.rasterizer.offsets_solid = true;
  EXPECT_NEAR(set_up(kClockwise, with)->depth.at(0, 0), 0, 1e-9);
  with.rasterizer.offsets_lines = true;
  EXPECT_NEAR(set_up(kClockwise, with)->depth.at(0, 0), 0.25, 1e-9);
}

TEST(Setup, WhatIsNowhereIsNotDrawn) {
  EXPECT_FALSE(set_up({{{0, 0, 0, 1}, {1, 1, 0, 1}, {-1, -1, 0, 1}}}, state()));
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30F}) {
    Positions positions = kClockwise;
    positions[1][1] = bad;
    EXPECT_FALSE(set_up(positions, state())) << bad;
  }
  Positions behind = kClockwise;
  behind[0][3] = 0;
  EXPECT_FALSE(set_up(behind, state()));
}

// Vertices of four rows: a header, a position, two attributes.
struct AttributesTest : testing::Test {
  AttributesTest() {
    for (unsigned vertex = 0; vertex < 3; ++vertex) {
      rows[vertex].resize(4);
      for (unsigned row = 2; row < 4; ++row) {
        for (unsigned c = 0; c < 4; ++c) rows[vertex][row][c] = f(static_cast<float>(100 * row + 10 * vertex + c));
      }
      source.vertices[vertex] = rows[vertex];
    }
    source.provoking = 2;
    source.primitive_id = 77;
    attributes = {.first = 2, .count = 1};
  }
  // Returns the four dwords of a component of an attribute.
  std::array<std::uint32_t, 4> setup(std::size_t attribute, std::size_t component) const {
    std::vector<eu::Grf> registers;
    append_attributes(attributes, source, registers);
    EXPECT_EQ(registers.size(), attributes.count * 2);
    std::array<std::uint32_t, 4> dwords;
    std::memcpy(dwords.data(), registers[attribute * 2 + component / 2].bytes.data() + component % 2 * 16, 16);
    return dwords;
  }
  using Dwords = std::array<std::uint32_t, 4>;

  std::array<std::vector<memory::Pixel>, 3> rows;
  AttributeSource source;
  Attributes attributes;
};

TEST_F(AttributesTest, DifferencesFromTheFirstVertex) {
  EXPECT_EQ(setup(0, 0), (Dwords{f(10), f(20), 0, f(200)}));
  EXPECT_EQ(setup(0, 3), (Dwords{f(10), f(20), 0, f(203)}));
}

TEST_F(AttributesTest, ConstantsAreTheProvokingVertex) {
  attributes.constants = 1;
  EXPECT_EQ(setup(0, 1), (Dwords{0, 0, 0, f(221)}));
}

TEST_F(AttributesTest, Swizzles) {
  attributes.count = 2;
  attributes.has_swizzles = true;
  attributes.swizzles[0] = {.source = 0, .select = 1};
  attributes.swizzles[1] = {.source = 1, .constant = 1, .overridden = 0b1000};
  EXPECT_EQ(setup(0, 0)[3], f(200));
  EXPECT_EQ(setup(1, 0)[3], f(300));
  EXPECT_EQ(setup(1, 3), (Dwords{0, 0, 0, f(1)}));
  source.is_back = true;
  EXPECT_EQ(setup(0, 0)[3], f(300));  // the next row
}

TEST_F(AttributesTest, PrimitiveId) {
  attributes.primitive_id_components = 1;
  EXPECT_EQ(setup(0, 0), (Dwords{0, 0, 0, 77}));
}

TEST_F(AttributesTest, MissingRowsAreZeros) {
  attributes.first = 60;
  EXPECT_EQ(setup(0, 0), Dwords{});
}

}  // namespace
}  // namespace eugene::draw
