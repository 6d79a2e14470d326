// From primitives to blocks of pixels; points and lines among them.
#include "draw/stages.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "draw/pixel/block_pixels.h"
#include "memory/flat_memory.h"
#include "values.h"

namespace eugene::draw {
namespace {

using Rows = std::vector<memory::Pixel>;
using PixelSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Rows vertex(float x, float y, float z = 0) { return {{}, {f(x), f(y), f(z), f(1)}}; }

constexpr std::uint64_t kDepth = 0x10'0000;

struct StagesTest : testing::Test {
  StagesTest() : bytes(*memory.map(kDepth, 0x1'0000)) {
    state.rasterizer.cull = Cull::none;
    state.shader.valid = state.shader.extra_is_given = true;
    state.has_writable_target = true;
    state.drawing_rectangle = {.right = 63, .bottom = 63};
  }

  Result<void> draw(const std::vector<std::array<Rows, 3>>& primitives, std::uint8_t count = 3) {
    return draw(primitives, std::vector(primitives.size(), Primitive{.count = count}));
  }
  Result<void> draw(const std::vector<std::array<Rows, 3>>& primitives, const std::vector<Primitive>& kinds) {
    auto stages = Stages::make(state, 0, view,
                               {.shade = [this](const Batch& batch) -> Result<void> {
                                  ++batches;
                                  for (const Fragment& each : batch.fragments) keep(batch, each);
                                  return {};
                                },
                                .still_wanted = [this] { return wanted; }});
    if (!stages) return std::unexpected(stages.error());
    for (std::size_t i = 0; i < primitives.size(); ++i) {
      const auto& [a, b, c] = primitives[i];
      if (Result<void> done = stages->add(kinds[i], {a, b, c}); !done) return done;
    }
    Result<void> done = stages->finish();
    counts = stages->counts();
    return done;
  }
  void keep(const Batch& batch, const Fragment& fragment) {
    EXPECT_LT(fragment.triangle, batch.triangles.size());
    const functions::Pixels pixels = block_pixels(fragment.block, fragment.layer);
    for (unsigned i = 0; i < 16; ++i) {
      if (!bit(fragment.block.pixels, i)) continue;
      EXPECT_TRUE(drawn.emplace(pixels.x(i), pixels.y(i)).second) << pixels.x(i) << " " << pixels.y(i);
      setups.push_back(batch.triangles[fragment.triangle].setup);
    }
  }

  memory::FlatMemory memory;
  std::span<std::byte> bytes;
  memory::View view{memory};
  State3d state;
  Result<void> wanted;
  unsigned batches = 0;
  PixelSet drawn;
  std::vector<SetupTriangle> setups;
  StageCounts counts;
};

TEST_F(StagesTest, TriangleInTheDrawingRectangle) {
  state.drawing_rectangle = {.left = 2, .top = 3, .right = 5, .bottom = 3};
  ASSERT_TRUE(draw({{vertex(0, 0), vertex(100, 0), vertex(0, 100)}}));
  EXPECT_EQ(drawn, (PixelSet{{2, 3}, {3, 3}, {4, 3}, {5, 3}}));
  EXPECT_EQ(counts.clipped, 1U);
  EXPECT_EQ(counts.drawn, 1U);
  EXPECT_EQ(counts.passed, 4U);
}

// The pattern has a column of pixels in its upper half; it starts two pixels further left and one higher.
TEST_F(StagesTest, PolygonStipple) {
  state.windower.stipples_polygons = true;
  state.polygon_stipple = {.x = 2, .y = 1};
  for (std::size_t row = 0; row < 16; ++row) state.polygon_stipple.rows[row] = 1U << (31 - 5);
  state.drawing_rectangle = {.right = 39, .bottom = 39};
  ASSERT_TRUE(draw({{vertex(0, 0), vertex(100, 0), vertex(0, 100)}}));
  PixelSet expected;
  for (const std::uint32_t x : {3U, 35U}) {
    for (std::uint32_t y = 0; y < 40; ++y) {
      if (y < 15 || (y >= 31)) expected.emplace(x, y);
    }
  }
  EXPECT_EQ(drawn, expected);
  drawn.clear();
  ASSERT_TRUE(draw({{vertex(0, 4.5F), vertex(8, 4.5F), vertex(8, 4.5F)}}, 2));  // a line has all its pixels
  EXPECT_EQ(drawn.size(), 8U);
}

// The second line continues the pattern of the first line. The third line begins with the pattern's first bit.
TEST_F(StagesTest, LineStipple) {
  state.windower.stipples_lines = true;
  state.line_stipple = {.pattern = 0b0111, .repeat = 1};
  const auto line = [](float y) { return std::array<Rows, 3>{vertex(0.5F, y), vertex(2.5F, y), vertex(2.5F, y)}; };
  std::vector<Primitive> kinds(3, Primitive{.count = 2});
  kinds[1].goes_on = true;
  ASSERT_TRUE(draw({line(0.5F), line(1.5F), line(2.5F)}, kinds));
  EXPECT_EQ(drawn, (PixelSet{{0, 0}, {1, 0}, {0, 1}, {0, 2}, {1, 2}}));
  drawn.clear();
  ASSERT_TRUE(draw({{vertex(0, 0), vertex(100, 0), vertex(0, 100)}}));  // an area has all its pixels
  EXPECT_GT(drawn.size(), 2000U);
}

TEST_F(StagesTest, RejectAll) {
  state.clipper = {.enabled = true, .rejects_all = true};
  ASSERT_TRUE(draw({{vertex(0, 0), vertex(100, 0), vertex(0, 100)}}));
  EXPECT_TRUE(drawn.empty());
}

TEST_F(StagesTest, CullDistances) {
  state.clipper.culls = 1;
  const auto with = [](float a, float b, float c) {
    std::array<Rows, 3> rows{vertex(0, 0), vertex(8, 0), vertex(0, 8)};
    const float distances[] = {a, b, c};
    for (std::size_t i = 0; i < 3; ++i) rows[i].push_back({f(distances[i]), 0, 0, 0});
    return rows;
  };
  ASSERT_TRUE(draw({with(-1, -1, -1)}));
  EXPECT_TRUE(drawn.empty());
  ASSERT_TRUE(draw({with(-1, 1, -1)}));
  EXPECT_EQ(drawn.size(), 28U);
}

// The nearer of two triangles stays, whichever comes first; the pixels that fail are not shaded.
TEST_F(StagesTest, DepthsAreTestedBeforeTheShader) {
  state.depth_buffer = {.type = 1,
                        .writes_depth = true,
                        .format = DepthFormat::d32_float,
                        .address = kDepth,
                        .pitch = 256,
                        .width = 64,
                        .height = 64,
                        .depth = 1};
  state.tests = {.writes_depth = true, .tests_depth = true, .depth_function = Compare::greater};  // than 0, at first
  const auto at = [](float z) { return std::array<Rows, 3>{vertex(0, 0, z), vertex(8, 0, z), vertex(0, 8, z)}; };
  ASSERT_TRUE(draw({at(0.5F), at(0.25F)}));
  EXPECT_EQ(drawn.size(), 28U);
  EXPECT_EQ(counts.passed, 28U);
  state.depth_buffer.address = 0x90'0000;
  EXPECT_FALSE(draw({at(0.5F)}));
}

// Which tests and writes may come before the pixel shader.
TEST_F(StagesTest, OrderOfTests) {
  state.depth_buffer = {.type = 1,
                        .writes_depth = true,
                        .writes_stencil = true,
                        .format = DepthFormat::d32_float,
                        .address = kDepth,
                        .pitch = 256,
                        .width = 64,
                        .height = 64,
                        .depth = 1};
  state.tests = {.writes_depth = true, .tests_depth = true, .depth_function = Compare::less};
  const auto order = [this] { return find_test_order(state, *PixelTests::make(state)); };
  EXPECT_EQ(order(), TestOrder::early);
  state.has_alpha_test = true;
  EXPECT_EQ(order(), TestOrder::early_test);
  // Pixels that fail the stencil test change it, if the shader keeps them.
  state.stencil_buffer = {.enabled = true, .address = kDepth + 0x8000, .pitch = 128};
  state.tests.tests_stencil = state.tests.writes_stencil = true;
  EXPECT_EQ(order(), TestOrder::late);
  state.tests.writes_stencil = state.tests.writes_depth = false;
  EXPECT_EQ(order(), TestOrder::early);
  state.shader.computes_stencil = true;
  EXPECT_EQ(order(), TestOrder::late);
  state.windower.early_control = 2;
  EXPECT_EQ(order(), TestOrder::early);
  state.windower.early_control = 1;
  EXPECT_EQ(order(), TestOrder::late);
  state.shader.valid = false;
  EXPECT_EQ(order(), TestOrder::early);
}

TEST_F(StagesTest, WithoutAShaderOnlyDepthsChange) {
  state.shader.valid = false;
  ASSERT_TRUE(draw({{vertex(0, 0), vertex(8, 0), vertex(0, 8)}}));
  EXPECT_TRUE(drawn.empty());
  EXPECT_EQ(counts.passed, 28U);
}

// More blocks than a batch has, of one triangle and the next.
TEST_F(StagesTest, FullBatchesAreShaded) {
  state.drawing_rectangle = {.right = 4095, .bottom = 1099};
  std::size_t fragments = 0;
  auto stages = Stages::make(state, 0, view,
                             {.shade = [&](const Batch& batch) -> Result<void> {
                                ++batches;
                                fragments += batch.fragments.size();
                                for (const Fragment& each : batch.fragments)
                                  EXPECT_LT(each.triangle, batch.triangles.size());
                                return {};
                              },
                              .still_wanted = [] { return Result<void>(); }});
  const Rows a = vertex(0, 0), b = vertex(8192, 0), c = vertex(0, 8192);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(stages->add({}, {a, b, c}));
  ASSERT_TRUE(stages->finish());
  EXPECT_EQ(fragments, 2U * 1024 * 275);
  EXPECT_EQ(batches, 69U);
}

TEST_F(StagesTest, EndsWhenNobodyWantsIt) {
  wanted = fail("enough");
  const Result<void> done = draw({{vertex(0, 0), vertex(4096, 0), vertex(0, 4096)}});
  EXPECT_TRUE(done);  // few blocks
  state.drawing_rectangle = {.right = 4095, .bottom = 4095};
  EXPECT_FALSE(draw({{vertex(0, 0), vertex(4096, 0), vertex(0, 4096)}}));
}

TEST_F(StagesTest, PointIsASquareAroundItsVertex) {
  state.rasterizer.has_point_width = true;
  state.rasterizer.point_width = 4;
  ASSERT_TRUE(draw({{vertex(10, 20), vertex(10, 20), vertex(10, 20)}}, 1));
  EXPECT_EQ(drawn.size(), 16U);
  EXPECT_TRUE(drawn.contains({8, 18}) && drawn.contains({11, 21}));
  const Barycentrics place = setups.front().perspective_at(8, 22);
  EXPECT_EQ(place.second, 0);
  EXPECT_EQ(place.third, 1);
}

TEST_F(StagesTest, WidthOfAPointInItsVertex) {
  Rows rows = vertex(10, 10);
  rows[0][3] = f(2);
  ASSERT_TRUE(draw({{rows, rows, rows}}, 1));
  EXPECT_EQ(drawn.size(), 4U);
  rows[0][3] = f(NAN);
  drawn.clear();
  EXPECT_TRUE(draw({{rows, rows, rows}}, 1));
  EXPECT_TRUE(drawn.empty());  // the smallest width, which covers no centre here
}

// The corners in the drivers' order. The two triangles neither overlap nor leave a gap.
TEST_F(StagesTest, RectangleOfThreeCorners) {
  state.rasterizer.cull = Cull::both;
  ASSERT_TRUE(draw({{vertex(21, 13), vertex(3, 13), vertex(3, 2)}}, 4));
  EXPECT_EQ(drawn.size(), 18U * 11);
  EXPECT_TRUE(drawn.contains({3, 2}) && drawn.contains({20, 2}) && drawn.contains({20, 12}));
  EXPECT_EQ(counts.drawn, 1U);
  EXPECT_EQ(counts.passed, 18U * 11);
  EXPECT_FALSE(setups.front().is_back);
  EXPECT_EQ(setups.front().linear_at(3, 2).third, 1);
}

// One pixel in each column, or in each row.
TEST_F(StagesTest, LinesAreOnePixelWide) {
  const auto line = [this](float x0, float y0, float x1, float y1) {
    drawn.clear();
    EXPECT_TRUE(draw({{vertex(x0, y0), vertex(x1, y1), vertex(x1, y1)}}, 2));
    return drawn.size();
  };
  EXPECT_EQ(line(1, 1.5F, 21, 1.5F), 20U);
  EXPECT_EQ(line(21, 7, 1, 1), 20U);
  EXPECT_EQ(line(3.5F, 40, 9, 10), 30U);
  EXPECT_EQ(line(3, 3, 3, 3), 0U);
  state.rasterizer.line_width = 3;
  EXPECT_EQ(line(1, 10.5F, 21, 10.5F), 60U);
}

TEST_F(StagesTest, WeightAlongALine) {
  ASSERT_TRUE(draw({{vertex(10, 1), vertex(20, 1), vertex(20, 1)}}, 2));
  EXPECT_FLOAT_EQ(setups.front().perspective_at(12.5, 1.5).second, 0.25F);
  EXPECT_EQ(setups.front().perspective_at(12.5, 1.5).third, 0);
}

}  // namespace
}  // namespace eugene::draw
