// Draws of triangles: their threads, their order, what they count, and which are refused.
#include <iterator>
#include <random>

#include "triangles_fixture.h"

namespace eugene::gpu {
namespace {

TEST_F(Triangles, PixelsOfOne) {
  draw_vertices(3);
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 64; ++x) {
      const std::array<std::uint32_t, 4> expected{x, y, 0xAAAA, 0xBBBB};
      ASSERT_EQ(pixel(x, y), x + y < 15 ? expected : decltype(expected){}) << x << " " << y;
    }
  }
  EXPECT_EQ(statistics_.vertices, 3U);
  EXPECT_EQ(statistics_.primitives, 1U);
  EXPECT_EQ(statistics_.clipped, 1U);
  EXPECT_EQ(statistics_.drawn, 1U);
  EXPECT_EQ(statistics_.culled, 0U);
  EXPECT_EQ(statistics_.covered_pixels, 120U);
  EXPECT_EQ(statistics_.shaded_pixels, 120U);
  EXPECT_EQ(statistics_.passed_pixels, 120U);
}

// Draws a square, half of which is inside the scissor rectangle, and a triangle that is culled.
TEST_F(Triangles, CountsOfThree) {
  give({0x7850'0003, 2U << 16 | 1U << 1, 0, 0, 0});  // front faces are culled
  give({0x780F'0000, 0xC80});
  put(states_, 0xC80, {0, 15U << 16 | 7});
  place({{0, 0}, {0, 16}, {16, 16}, {0, 0}, {16, 16}, {16, 0}, {0, 0}, {16, 0}, {16, 16}});
  draw_vertices(9);
  EXPECT_EQ(statistics_.vertices, 9U);
  EXPECT_EQ(statistics_.primitives, 3U);
  EXPECT_EQ(statistics_.clipped, 3U);
  EXPECT_EQ(statistics_.drawn, 3U);
  EXPECT_EQ(statistics_.culled, 1U);
  EXPECT_EQ(statistics_.covered_pixels, 128U);
  EXPECT_EQ(statistics_.shaded_pixels, 128U);
  EXPECT_EQ(statistics_.passed_pixels, 128U);
  EXPECT_EQ(drawn_pixels(), 128U);
}

// Vertices of a thread and a part of one.
TEST_F(Triangles, VertexShaderWritesToTheUrb) {
  std::ranges::copy(machine_code(kVertexShader), code_.begin() + kVertexCode);
  load(kPixelShader);
  use_vertex_shader();
  place({{0, 0}, {4, 0}, {0, 4}, {8, 0}, {12, 0}, {8, 4}, {16, 0}, {20, 0}, {16, 4}});
  draw_vertices(9);
  EXPECT_EQ(statistics_.shaded_vertices, 9U);
  for (const std::uint32_t x : {0U, 8U, 16U}) EXPECT_EQ(pixel(x + 1, 1)[0], x + 1);
  EXPECT_EQ(pixel(5, 1)[0], 0U);
  EXPECT_EQ(works_, 3U);  // eight vertices, one vertex, pixels
}

TEST_F(Triangles, IndicesAndBaseVertex) {
  put(vertices_, 0xC00, {0x0003'0002, 0xFFFF'0001, 0x0002'0003});
  give({0x780A'0003, 1U << 8, kVertices + 0xC00, 0, 12});
  give({0x780C'0000 | 1U << 8, 0xFFFF});
  give({0x784B'0000, 5});
  place({{40, 40}, {0, 0}, {16, 0}, {0, 16}, {16, 16}});
  const Result<void> done = draw_with(2, {.is_indexed = true, .vertices = 6, .instances = 1, .base_vertex = 1});
  ASSERT_TRUE(done) << done.error().message;
  // The triangle of vertices 3, 4 and 2; after the cut two vertices are left.
  EXPECT_EQ(drawn_pixels(), 120U + 16);
  EXPECT_EQ(statistics_.primitives, 1U);
}

// A fault of a shader names its stage and its pixel.
TEST_F(Triangles, FaultsNameTheBlockOfPixels) {
  load("send (8) null r2 0x0C 0x02106E30\n");  // data1: an untyped read of a surface that is not there
  place({{4, 2}, {16, 2}, {4, 14}});
  std::optional<KernelFault> fault;
  Drawing drawing({.vertices = 3, .instances = 1}, state_, view_,
                  {.run_work = [&](const Work& work) -> Result<void> {
                     EXPECT_EQ(work.stage, Stage::pixel);
                     const auto done = executor_.run(work, memory_);
                     if (!done) return std::unexpected(done.error());
                     fault = done->fault;
                     return {};
                   },
                   .still_wanted = [] { return Result<void>(); }});
  ASSERT_TRUE(drawing.run());
  ASSERT_TRUE(fault);
  ASSERT_TRUE(fault->site.item);
  EXPECT_EQ(fault->site.item->stage, Stage::pixel);
  EXPECT_EQ(fault->site.item->group, (Item{4, 0, 0}));  // the first pixel of the thread's block of 4 x 4
}

// The last triangle of a place is what stays, with any number of workers.
TEST_F(Triangles, OrderIsThatOfTheTriangles) {
  give({0x7809'0005, 0x0600'0000, 0x1222'0000, 0x0200'0000, 0x1111'0000, 0x0AD7'0000, 0x1222'0000});
  give({0x7808'000B, 0x0000'0010, kVertices, 0, 0x600, 0x0400'0000, kVertices + 0x800, 0, 0x20, 0x0800'0004,
        kVertices + 0xA00, 0, 0x200});
  std::vector<std::array<float, 2>> points;
  Dwords numbers;
  for (std::uint32_t i = 0; i < 20; ++i) {
    points.insert(points.end(), {{0, 0}, {32, 0}, {0, 32}});
    numbers.insert(numbers.end(), 3, i + 1);
  }
  place(points);
  put(vertices_, 0xA00, numbers);
  for (const unsigned workers : {1U, 4U}) {
    std::ranges::fill(target_, std::byte{0});
    draw_vertices(60, workers);
    for (std::uint32_t y = 0; y < 31; ++y) {
      for (std::uint32_t x = 0; x + y < 31; ++x) ASSERT_EQ(pixel(x, y)[2], 20U) << x << " " << y;
    }
  }
}

TEST_F(Triangles, Scissor) {
  give({0x7850'0003, 1U << 16 | 1U << 1, 0, 0, 0});
  give({0x780F'0000, 0xC80});
  put(states_, 0xC80, {2U << 16 | 1, 3U << 16 | 4});
  draw_vertices(3);
  EXPECT_EQ(drawn_pixels(), 8U);
  EXPECT_EQ(pixel(1, 2)[0], 1U);
  EXPECT_EQ(pixel(0, 2)[2], 0U);
}

TEST_F(Triangles, NothingIsDrawnOfNothing) {
  for (const DrawCall& call : {DrawCall{.vertices = 0, .instances = ~0U}, DrawCall{.vertices = 3, .instances = 0},
                               DrawCall{.vertices = 2, .instances = 1}})
    EXPECT_TRUE(draw_with(1, call));
  place({{NAN, 0}, {INFINITY, 0}, {0, 16}});
  EXPECT_TRUE(draw_with(1, {.vertices = 3, .instances = 1}));
  EXPECT_EQ(drawn_pixels(), 0U);
  EXPECT_EQ(works_, 0U);
}

TEST_F(Triangles, OthersAreRefused) {
  const auto with = [this](const Dwords& command) {
    const draw::State3d before = state_.state_3d;
    give(command);
    std::string why = why_refused();
    state_.state_3d = before;
    return why;
  };
  EXPECT_EQ(why_refused(), "");
  EXPECT_NE(with({0x784B'0000, 9}).find("topology 0x9"), std::string::npos);
  EXPECT_NE(with({0x7811'0008, 0, 0, 0, 0, 0, 0, 1, 0, 0}).find("geometry shader"), std::string::npos);
  EXPECT_NE(with({0x780D'0000, 2}).find("several samples"), std::string::npos);
  EXPECT_EQ(with({0x7814'0000, 1U << 3}), "");  // line stipples are drawn
  EXPECT_NE(with(shader(4, 6U << 16)).find("SIMD32-only"), std::string::npos);
  EXPECT_NE(with(shader(2, 127U << 16)).find("does not fit"), std::string::npos);
  EXPECT_NE(with({0x7810'0007, 0, 0, 0, 0, 0, 2U << 20, 1, 0}).find("not SIMD8"), std::string::npos);
  EXPECT_NE(with({0x7810'0007, 0, 0, 0, 0, 0, 2U << 20 | 63U << 11, 5, 0}).find("does not fit"), std::string::npos);
}

// Any state draws something, or is refused with a reason; nothing lasts. The shaders do not run.
TEST_F(Triangles, AnyStateIsContained) {
  constexpr std::uint16_t kCodes[] = {0x7805, 0x7806, 0x7808, 0x7809, 0x780A, 0x780C, 0x780E, 0x780F, 0x7810, 0x7812,
                                      0x7813, 0x7814, 0x7815, 0x7817, 0x781F, 0x7820, 0x7821, 0x7823, 0x7824, 0x7830,
                                      0x7849, 0x784A, 0x784B, 0x784D, 0x784E, 0x784F, 0x7850, 0x7851, 0x7900, 0x7908};
  std::mt19937 random(1);
  const auto dword = [&random]() -> std::uint32_t {
    switch (random() % 4) {
      case 0: return static_cast<std::uint32_t>(random() % 64);
      case 1: return 1U << random() % 32;
      case 2: return f(static_cast<float>(random() % 4000) - 2000);
      default: return static_cast<std::uint32_t>(random());
    }
  };
  const draw::State3d before = state_.state_3d;
  unsigned drawn = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    state_.state_3d = before;
    for (unsigned n = random() % 4; n != 0; --n) {
      Dwords command{std::uint32_t{kCodes[random() % std::size(kCodes)]} << 16};
      for (unsigned at = 0; at < 12; ++at) command.push_back(dword());
      give(command);
    }
    for (unsigned at = 0; at < 16; ++at) put(vertices_, 4 * (random() % 64), {dword()});
    unsigned asked = 0;
    Drawing drawing({.is_indexed = random() % 2 == 0,
                     .vertices = 3 + dword() % 9,
                     .first_vertex = dword() % 8,
                     .instances = 1 + dword() % 2,
                     .base_vertex = dword()},
                    state_, view_,
                    {.run_work = [](const Work&) { return Result<void>(); },
                     .still_wanted = [&]() -> Result<void> { return ++asked < 50 ? Result<void>() : fail("enough"); }});
    const Result<void> done = drawing.run();
    ASSERT_TRUE(done || !done.error().message.empty());
    drawn += done ? 1 : 0;
  }
  EXPECT_GT(drawn, 200U);
}

// A draw that takes too long ends.
TEST_F(Triangles, StillWantedIsAsked) {
  Drawing drawing({.vertices = ~0U, .instances = ~0U}, state_, view_,
                  {.run_work = [](const Work&) { return Result<void>(); },
                   .still_wanted = []() -> Result<void> { return fail("enough"); }});
  const Result<void> done = drawing.run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "enough");
  EXPECT_TRUE(drawing.is_broken());
}

}  // namespace
}  // namespace eugene::gpu
