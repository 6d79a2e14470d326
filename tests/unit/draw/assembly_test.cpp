#include "draw/assembly/assembly.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace eugene::draw {
namespace {

using Vertices = std::vector<std::array<std::uint32_t, 3>>;
constexpr ProvokingVertices kFirst{.triangles = 0, .lines = 0, .fans = 1};
constexpr ProvokingVertices kLast{.triangles = 2, .lines = 1, .fans = 2};

std::vector<Primitive> assemble(Topology topology, std::uint32_t count, const ProvokingVertices& provoking = kLast) {
  Assembler assembler(topology, provoking);
  std::vector<Primitive> primitives;
  for (std::uint32_t i = 0; i < count; ++i) assembler.add(i, primitives);
  assembler.cut(primitives);
  return primitives;
}

Vertices vertices(const std::vector<Primitive>& primitives) {
  Vertices result;
  for (const Primitive& each : primitives) result.push_back(each.vertices);
  return result;
}

std::vector<std::uint32_t> provoking(const std::vector<Primitive>& primitives) {
  std::vector<std::uint32_t> result;
  for (const Primitive& each : primitives) result.push_back(each.vertices[each.provoking]);
  return result;
}

std::vector<std::uint32_t> ids(const std::vector<Primitive>& primitives) {
  std::vector<std::uint32_t> result;
  for (const Primitive& each : primitives) result.push_back(each.id);
  return result;
}

using Numbers = std::vector<std::uint32_t>;

TEST(Assembly, TriangleList) {
  EXPECT_EQ(vertices(assemble(Topology::triangle_list, 8)), (Vertices{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_list, 6)), (Numbers{2, 5}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_list, 6, kFirst)), (Numbers{0, 3}));
  EXPECT_EQ(ids(assemble(Topology::triangle_list, 6)), (Numbers{0, 1}));
}

// OpenGL 4.6, 10.1.15 and table 13.2: triangle i of a strip has the provoking vertex i or i + 2.
TEST(Assembly, TriangleStripKeepsItsWinding) {
  EXPECT_EQ(vertices(assemble(Topology::triangle_strip, 5)), (Vertices{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_strip, 5)), (Numbers{2, 3, 4}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_strip, 5, kFirst)), (Numbers{0, 1, 2}));
}

TEST(Assembly, TriangleFan) {
  EXPECT_EQ(vertices(assemble(Topology::triangle_fan, 5)), (Vertices{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_fan, 5)), (Numbers{2, 3, 4}));
  EXPECT_EQ(provoking(assemble(Topology::triangle_fan, 5, kFirst)), (Numbers{1, 2, 3}));
}

TEST(Assembly, Rectangles) {
  const std::vector<Primitive> all = assemble(Topology::rectangle_list, 7);
  EXPECT_EQ(vertices(all), (Vertices{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(provoking(all), (Numbers{0, 3}));
  EXPECT_EQ(ids(all), (Numbers{0, 1}));
  EXPECT_EQ(all[1].count, 4);
}

// The two triangles of a quad cover it, in its direction, and both have its provoking vertex.
TEST(Assembly, Quads) {
  EXPECT_EQ(provoking(assemble(Topology::quad_list, 8)), (Numbers{3, 3, 7, 7}));
  EXPECT_EQ(provoking(assemble(Topology::quad_list, 8, kFirst)), (Numbers{0, 0, 4, 4}));
  EXPECT_EQ(vertices(assemble(Topology::quad_list, 4)), (Vertices{{3, 0, 1}, {3, 1, 2}}));
  EXPECT_EQ(ids(assemble(Topology::quad_list, 8)), (Numbers{0, 0, 1, 1}));
  EXPECT_EQ(vertices(assemble(Topology::quad_strip, 6, kFirst)),
            (Vertices{{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}}));
  EXPECT_EQ(provoking(assemble(Topology::quad_strip, 6)), (Numbers{3, 3, 5, 5}));
}

TEST(Assembly, PolygonHasOneIdAndItsFirstVertexProvokes) {
  EXPECT_EQ(vertices(assemble(Topology::polygon, 5)), (Vertices{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
  EXPECT_EQ(provoking(assemble(Topology::polygon, 5)), (Numbers{0, 0, 0}));
  EXPECT_EQ(ids(assemble(Topology::polygon, 5)), (Numbers{0, 0, 0}));
  EXPECT_TRUE(assemble(Topology::polygon, 2).empty());
}

// The outline of a quad or a polygon does not have the edges inside.
TEST(Assembly, Edges) {
  const auto edges = [](Topology topology, std::uint32_t count) {
    Numbers result;
    for (const Primitive& each : assemble(topology, count)) result.push_back(each.edges);
    return result;
  };
  EXPECT_EQ(edges(Topology::triangle_strip, 4), (Numbers{0b111, 0b111}));
  EXPECT_EQ(edges(Topology::quad_list, 4), (Numbers{0b011, 0b110}));
  EXPECT_EQ(edges(Topology::polygon, 3), (Numbers{0b111}));
  EXPECT_EQ(edges(Topology::polygon, 4), (Numbers{0b011, 0b110}));
  EXPECT_EQ(edges(Topology::polygon, 5), (Numbers{0b011, 0b010, 0b110}));
}

TEST(Assembly, Lines) {
  EXPECT_EQ(vertices(assemble(Topology::line_list, 5)), (Vertices{{0, 1, 1}, {2, 3, 3}}));
  EXPECT_EQ(vertices(assemble(Topology::line_strip, 3)), (Vertices{{0, 1, 1}, {1, 2, 2}}));
  EXPECT_EQ(vertices(assemble(Topology::line_loop, 3)), (Vertices{{0, 1, 1}, {1, 2, 2}, {2, 0, 0}}));
  EXPECT_TRUE(assemble(Topology::line_loop, 1).empty());
  EXPECT_EQ(provoking(assemble(Topology::line_strip, 3)), (Numbers{1, 2}));
  EXPECT_EQ(provoking(assemble(Topology::line_strip, 3, kFirst)), (Numbers{0, 1}));
  EXPECT_EQ(ids(assemble(Topology::line_loop, 3)), (Numbers{0, 1, 2}));
  const auto going_on = [](Topology topology, std::uint32_t count) {
    Numbers result;
    for (const Primitive& each : assemble(topology, count)) result.push_back(each.goes_on);
    return result;
  };
  EXPECT_EQ(going_on(Topology::line_list, 4), (Numbers{0, 0}));
  EXPECT_EQ(going_on(Topology::line_strip, 4), (Numbers{0, 1, 1}));
  EXPECT_EQ(going_on(Topology::line_loop, 3), (Numbers{0, 1, 1}));
  EXPECT_EQ(going_on(Topology::polygon, 4), (Numbers{0, 1}));
  EXPECT_EQ(going_on(Topology::triangle_strip, 4), (Numbers{0, 0}));
}

TEST(Assembly, Points) {
  const auto points = assemble(Topology::points, 2);
  EXPECT_EQ(vertices(points), (Vertices{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(points[0].count, 1);
}

TEST(Assembly, CutBeginsAnew) {
  Assembler assembler(Topology::triangle_strip, kLast);
  std::vector<Primitive> primitives;
  for (const std::uint32_t vertex : {0U, 1U, 2U, 3U}) assembler.add(vertex, primitives);
  assembler.cut(primitives);
  for (const std::uint32_t vertex : {4U, 5U, 6U}) assembler.add(vertex, primitives);
  EXPECT_EQ(vertices(primitives), (Vertices{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}}));
  EXPECT_EQ(ids(primitives), (Numbers{0, 1, 2}));
}

TEST(Assembly, OtherTopologies) {
  EXPECT_TRUE(Assembler::has(4));
  EXPECT_TRUE(Assembler::has(15));
  for (const std::uint32_t other : {0U, 9U, 13U, 33U, 63U}) EXPECT_FALSE(Assembler::has(other)) << other;
}

}  // namespace
}  // namespace eugene::draw
