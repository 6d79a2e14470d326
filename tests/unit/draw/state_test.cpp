// State of draws: from commands, and from memory that they point to.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "draw/fetch/index_fetch.h"
#include "draw/fetch/vertex_fetch.h"
#include "draw/state/dynamic_state.h"
#include "draw/state/state_3d.h"
#include "memory/flat_memory.h"
#include "values.h"

namespace eugene::draw {
namespace {

using Dwords = std::vector<std::uint32_t>;
State3d after(const Dwords& command) {
  State3d state;
  state.set(command);
  return state;
}

TEST(State, VertexShader) {
  const VertexShader shader =
      after({0x7810'0007, 0x1'2340, 2, 1U << 16, 0x5'0003, 0, 3U << 20 | 2U << 11 | 1U << 4, 5, 0}).vertex_shader;
  EXPECT_TRUE(shader.enabled && shader.has_8 && shader.alternate_floats);
  EXPECT_EQ(shader.kernel, 0x2'0001'2340U);
  EXPECT_EQ(shader.scratch_size_code, 3);
  EXPECT_EQ(shader.scratch_base, 0x5'0000U);
  EXPECT_EQ(shader.first_register, 3U);
  EXPECT_EQ(shader.rows, 4U);
  EXPECT_EQ(shader.first_row, 2U);
}

TEST(State, PushConstants) {
  const ConstantRanges ranges =
      after({0x7815'0009, 2U << 16 | 1, 4U << 16 | 3, 0x1000, 0, 0x2000, 1, 0x3000, 0, 0x4000, 0})
          .vertex_shader.constants;
  EXPECT_EQ(ranges[0].registers, 1U);
  EXPECT_EQ(ranges[1].registers, 2U);
  EXPECT_EQ(ranges[3].registers, 4U);
  EXPECT_EQ(ranges[1].address, 0x1'0000'2000U);
  EXPECT_EQ(ranges[3].address, 0x4000U);
}

TEST(State, ClipperAndRasterizer) {
  const Clipper clipper =
      after({0x7812'0002, 0x5, 1U << 31 | 3U << 13 | 1U << 30 | 0x7U << 16 | 1U << 26, 1U << 5 | 9}).clipper;
  EXPECT_TRUE(clipper.enabled && clipper.rejects_all && clipper.has_d3d_depth && clipper.tests_guardband);
  EXPECT_TRUE(clipper.forces_layer_0 && clipper.divides);
  EXPECT_EQ(clipper.distances, 7);
  EXPECT_EQ(clipper.culls, 5);
  EXPECT_EQ(clipper.last_viewport, 9U);
  const Rasterizer raster =
      after({0x7850'0003, 1U << 26 | 1U << 21 | 3U << 16 | 1U << 9 | 2U << 5 | 1U << 3 | 3, f(1), f(2), f(3)})
          .rasterizer;
  EXPECT_TRUE(raster.clips_near && raster.clips_far && raster.has_scissor && raster.offsets_solid);
  EXPECT_FALSE(raster.offsets_lines || raster.offsets_points);
  EXPECT_TRUE(raster.front_fill == Fill::points && raster.back_fill == Fill::lines);
  EXPECT_TRUE(raster.front_is_counterclockwise);
  EXPECT_EQ(raster.cull, Cull::back);
  EXPECT_EQ(raster.offset_scale, 2);
  const Rasterizer strips = after({0x7813'0002, 2, 0, 2U << 29 | 1U << 27 | 1U << 25}).rasterizer;
  EXPECT_TRUE(strips.transforms);
  EXPECT_EQ(strips.provoking.triangles, 2);
  EXPECT_EQ(strips.provoking.fans, 1);
}

TEST(State, StencilTests) {
  constexpr std::uint32_t kOperations = 1U << 29 | 2U << 26 | 3U << 23 | 7U << 20 | 4U << 17 | 5U << 14 | 6U << 11;
  const Dwords command{0x784E'0002, kOperations | 2U << 8 | 1U << 4 | 0b1100, 0x1234'5678, 0x9ABC};
  const DepthStencilTests tests = after(command).tests;
  EXPECT_TRUE(tests.tests_stencil && tests.writes_stencil && !tests.tests_depth && !tests.writes_depth);
  EXPECT_EQ(tests.front.function, Compare::less);
  EXPECT_EQ(tests.front.when_failed, StencilOperation::zero);
  EXPECT_EQ(tests.front.when_depth_failed, StencilOperation::replace);
  EXPECT_EQ(tests.front.when_passed, StencilOperation::increment_saturated);
  EXPECT_EQ(tests.front.test_mask, 0x12);
  EXPECT_EQ(tests.front.write_mask, 0x34);
  EXPECT_EQ(tests.front.reference, 0x9A);
  EXPECT_EQ(tests.back.function, Compare::greater_equal);
  EXPECT_EQ(tests.back.when_failed, StencilOperation::decrement_saturated);
  EXPECT_EQ(tests.back.when_depth_failed, StencilOperation::increment);
  EXPECT_EQ(tests.back.when_passed, StencilOperation::decrement);
  EXPECT_EQ(tests.back.test_mask, 0x56);
  EXPECT_EQ(tests.back.write_mask, 0x78);
  EXPECT_EQ(tests.back.reference, 0xBC);
  // With one side only, both facings have the front's test.
  const StencilFace back = after({command[0], command[1] & ~(1U << 4), command[2], command[3]}).tests.back;
  EXPECT_EQ(back.function, Compare::less);
  EXPECT_EQ(back.write_mask, 0x34);
}

TEST(State, AttributesAndSwizzles) {
  const Attributes attributes =
      after({0x781F'0004, 3U << 22 | 1U << 21 | 0x5U << 16 | 1U << 5 | 2, 0, 0x6, 0, 0}).attributes;
  EXPECT_EQ(attributes.first, 2U);
  EXPECT_EQ(attributes.count, 3U);
  EXPECT_TRUE(attributes.has_swizzles);
  EXPECT_EQ(attributes.constants, 6U);
  EXPECT_EQ(attributes.primitive_id_components, 5);
  EXPECT_EQ(attributes.primitive_id_attribute, 2);
  const AttributeSwizzle swizzle =
      after({0x7851'0009, (9U << 12 | 3U << 9 | 1U << 6 | 4) << 16, 0}).attributes.swizzles[1];
  EXPECT_EQ(swizzle.source, 4);
  EXPECT_EQ(swizzle.select, 1);
  EXPECT_EQ(swizzle.constant, 3);
  EXPECT_EQ(swizzle.overridden, 9);
}

TEST(State, LineStipple) {
  const LineStipple stipple = after({0x7908'0001, 0xFFFF'1234, 0xFFFF'FE07}).line_stipple;
  EXPECT_EQ(stipple.pattern, 0x1234);
  EXPECT_EQ(stipple.repeat, 7);
  EXPECT_EQ(after({0x7908'0001, 1, 0}).line_stipple.repeat, 1);  // not a divisor of 0
  EXPECT_TRUE(after({0x7814'0000, 1U << 3}).windower.stipples_lines);
}

TEST(State, ShortCommandsAreZeros) {
  EXPECT_FALSE(after({0x7810'0007}).vertex_shader.enabled);
  EXPECT_EQ(after({0x780A'0000}).indices.bytes, 0U);
  EXPECT_FALSE(after({0x7849'0000, 63, 1}).instancing[0].enabled);
}

TEST(State, VertexBuffersStayUntilTheyAreNamed) {
  State3d state;
  state.set(Dwords{0x7808'0007, 0U << 26 | 16, 0x1000, 0, 64, 1U << 26 | 8, 0x2000, 0, 32});
  state.set(Dwords{0x7808'0003, 1U << 26 | 4, 0x3000, 0, 128});
  ASSERT_EQ(state.vertex_buffers.size(), 2U);
  EXPECT_EQ(state.vertex_buffers[0].address, 0x1000U);
  EXPECT_EQ(state.vertex_buffers[1].address, 0x3000U);
  EXPECT_EQ(state.vertex_buffers[1].bytes, 128U);
}

constexpr std::uint64_t kBase = 0x10'0000;

struct Pointed : testing::Test {
  Pointed() : bytes(*memory.map(kBase, 0x1000)) {}
  void put(std::size_t at, const Dwords& dwords) { std::memcpy(bytes.data() + at, dwords.data(), dwords.size() * 4); }

  memory::FlatMemory memory;
  std::span<std::byte> bytes;
  memory::View view{memory};
  State3d state;
};

TEST_F(Pointed, Viewports) {
  state.sf_clip_viewports = 0x100;
  state.cc_viewports = 0x300;
  put(0x100 + 64, {f(1), f(2), f(3), f(4), f(5), f(6), 0, 0, f(-8), f(8), f(-9), f(9), f(10), f(11), f(12), f(13)});
  put(0x300 + 8, {f(0.25F), f(0.75F)});
  const auto viewport = read_viewport(state, kBase, 1, view);
  ASSERT_TRUE(viewport);
  EXPECT_EQ(viewport->scale, (std::array<float, 3>{1, 2, 3}));
  EXPECT_EQ(viewport->offset, (std::array<float, 3>{4, 5, 6}));
  EXPECT_EQ(viewport->guardband, (std::array<float, 4>{-8, 8, -9, 9}));
  EXPECT_EQ(viewport->extents, (std::array<float, 4>{10, 11, 12, 13}));
  EXPECT_EQ(viewport->max_depth, 0.75F);
  EXPECT_FALSE(read_viewport(state, 0x90'0000, 0, view));
}

// A program with one target has only one entry, perhaps at the end of mapped memory.
TEST_F(Pointed, BlendStateOfOneTarget) {
  state.blend_state = 0x1000 - 12;
  put(0x1000 - 12, {0, 1U << 31, 0});
  const auto blend = read_blend_state(state, kBase, view);
  ASSERT_TRUE(blend);
  EXPECT_TRUE(blend->targets[0].blends);
  EXPECT_FALSE(blend->targets[1].blends);
}

TEST_F(Pointed, BlendState) {
  state.blend_state = 0;
  state.color_calc_state = 0x80;
  put(0, {1U << 30, 0, 0, 1U << 31 | 3U << 26 | 19U << 21 | 2U << 18 | 1U << 13 | 17U << 8 | 4U << 5 | 0b0101,
          1U << 31 | 6U << 27 | 2U << 2 | 3});
  put(0x80, {0, 0, f(1), f(2), f(3), f(4)});
  const auto blend = read_blend_state(state, kBase, view);
  ASSERT_TRUE(blend);
  const TargetBlend& target = blend->targets[1];
  EXPECT_TRUE(target.blends && target.has_logic && target.clamps_source && target.clamps_result);
  EXPECT_EQ(target.color.source, BlendFactor::source_alpha);
  EXPECT_EQ(target.color.destination, BlendFactor::one_minus_source_alpha);
  EXPECT_EQ(target.color.function, BlendFunction::reverse_subtract);
  EXPECT_EQ(target.alpha.source, BlendFactor::one);
  EXPECT_EQ(target.alpha.destination, BlendFactor::zero);
  EXPECT_EQ(target.alpha.function, BlendFunction::max);
  EXPECT_EQ(target.kept_channels, 0b0101);
  EXPECT_EQ(target.logic, 6);
  EXPECT_FALSE(blend->targets[0].blends);
  EXPECT_EQ(blend->constant, (std::array<float, 4>{1, 2, 3, 4}));
  state.blend_state = 0x80'0000;
  EXPECT_FALSE(read_blend_state(state, kBase, view));
}

TEST_F(Pointed, IndicesOfEverySize) {
  put(0, {0x0403'0201, 0x0807'0605});
  const auto read = [&](std::uint32_t format, std::uint32_t first) {
    return *fetch_indices({.format = format, .address = kBase, .bytes = 8}, first, 2, view);
  };
  EXPECT_EQ(read(0, 3), (Dwords{4, 5}));
  EXPECT_EQ(read(1, 1), (Dwords{0x0403, 0x0605}));
  EXPECT_EQ(read(2, 1), (Dwords{0x0807'0605, 0}));  // the second is beyond the end
  EXPECT_EQ(read(2, ~0U), (Dwords{0, 0}));
  EXPECT_FALSE(fetch_indices({.format = 3, .address = kBase, .bytes = 8}, 0, 1, view));
  EXPECT_FALSE(fetch_indices({.address = 0x90'0000, .bytes = 8}, 0, 1, view));
}

// Elements by vertex and by instance, and generated numbers.
TEST_F(Pointed, Vertices) {
  put(0, {10, 11, 12, 13});
  state.vertex_buffers = {{.number = 5, .address = kBase, .pitch = 4, .bytes = 16}};
  const std::uint16_t format = memory::find_format("R32_UINT")->code;
  const VertexElement element{.valid = true, .buffer = 5, .format = format, .control = {1, 2, 4, 3}};
  state.vertex_elements = {element, element, element};
  state.instancing[1] = {.enabled = true, .rate = 2};
  state.instancing[2] = {.enabled = true, .rate = 0};
  state.vertex_id = {.enabled = true, .element = 0, .component = 1};
  state.instance_id = {.enabled = true, .element = 2, .component = 1};
  const VertexFetcher fetcher(state);
  Vertex vertex(fetcher.rows());
  const auto fetch = [&](const VertexFetcher& by, const VertexPlace& place) {
    return by.fetch({&place, 1}, view, vertex).has_value();
  };
  ASSERT_TRUE(fetch(fetcher, {.index = 3, .id = 7, .instance = 2, .first_instance = 1}));
  EXPECT_EQ(vertex[0], (memory::Pixel{13, 7, 1, f(1)}));
  EXPECT_EQ(vertex[1], (memory::Pixel{12, 0, 1, f(1)}));
  EXPECT_EQ(vertex[2], (memory::Pixel{11, 2, 1, f(1)}));
  ASSERT_TRUE(fetch(fetcher, {.index = 4}));
  EXPECT_EQ(vertex[0][0], 0U);  // beyond the buffer
  state.vertex_elements[0].format = 0x1FF;
  EXPECT_FALSE(fetch(VertexFetcher(state), {}));
}

// Vertices of three floats, one of them in two pages, one beyond the buffer; then one in memory that is not mapped.
TEST_F(Pointed, ManyVertices) {
  constexpr std::uint64_t kPages = 0x20'0000, kStart = 0x1000 - 16;
  constexpr std::uint32_t kBytes = 3 * sizeof(std::uint32_t);
  const Dwords floats{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::memcpy(memory.map(kPages, 0x2000)->data() + kStart, floats.data(), floats.size() * 4);
  state.vertex_buffers = {{.number = 5, .address = kPages + kStart, .pitch = kBytes, .bytes = 2 * kBytes}};
  const std::uint16_t format = memory::find_format("R32G32B32_FLOAT")->code;
  state.vertex_elements = {{.valid = true, .buffer = 5, .format = format, .control = {1, 1, 1, 1}},
                           {.valid = true, .buffer = 5, .format = format, .control = {0, 1, 1, 3}}};
  const std::array<VertexPlace, 3> places{{{.index = 1}, {.index = 2}, {.index = 0}}};
  std::vector<memory::Pixel> rows(6);
  ASSERT_TRUE(VertexFetcher(state).fetch(places, view, rows));
  using Fetched = std::vector<memory::Pixel>;
  EXPECT_EQ(rows, (Fetched{{4, 5, 6, f(1)}, {0, 5, 6, f(1)}, {}, {0, 0, 0, f(1)}, {1, 2, 3, f(1)}, {0, 2, 3, f(1)}}));
  state.vertex_buffers[0].address = 0x90'0000;
  EXPECT_FALSE(VertexFetcher(state).fetch(places, view, rows));
}

}  // namespace
}  // namespace eugene::draw
