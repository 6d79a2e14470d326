// Rectangles of 3DPRIMITIVE: which are drawn, with which payload, and the pixels of the render target afterwards.
#include "draw_fixture.h"

namespace eugene::gpu {
namespace {

constexpr const char* kShader8 = R"(
    add (8) r2.0<1>:uw r1.4<2;4,0>:uw 0x10101010:v
    add (8) r3.0<1>:uw r1.5<2;4,0>:uw 0x11001100:v
    mov (8) r124.0<1>:ud r2.0<8;8,1>:uw
    mov (8) r125.0<1>:ud r3.0<8;8,1>:uw
    mov (8) r126.0<1>:ud r6.3<0;1,0>:ud
    mov (8) r127.0<1>:ud r7.7<0;1,0>:ud
    send (8) null r124 0x25 0x08031400 {EOT}
)";

TEST_F(Draw, RectangleOf16Pixels) {
  run();
  expect_drawn(3, 2, 21, 13);
}

TEST_F(Draw, RectangleOf8Pixels) {
  load(kShader8);
  give(shader(1, 6U << 16));
  run();
  expect_drawn(3, 2, 21, 13);
}

// With both enabled, the third kernel start pointer is for 16 pixels.
TEST_F(Draw, PrefersSixteenPixels) {
  Dwords both = shader(3, 6);
  both[10] = 0;
  both[1] = 0x800;  // no kernel is at that address
  give(both);
  run();
  expect_drawn(3, 2, 21, 13);
}

TEST_F(Draw, PixelCentresCount) {
  put(vertices_, 0, {f(10.25F), f(5.75F), 0, f(2.5F), f(5.75F), 0, f(2.5F), f(0.51F), 0});
  run();
  expect_drawn(2, 1, 10, 6);
}

TEST_F(Draw, CutAtDrawingRectangleAndTarget) {
  give({0x7900'0002, 8U << 16 | 5, 10U << 16 | 99, 0});
  put(vertices_, 0, {f(1000), f(1000), 0, f(-7), f(1000), 0, f(-7), f(-3), 0});
  run();
  expect_drawn(5, 8, 64, 11);
}

// An instance for each element, as layered clears have.
TEST_F(Draw, InstancesAreLayers) {
  memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                               .format = kUint4,
                               .width = 64,
                               .height = 64,
                               .pitch = kPitch,
                               .base = kTarget};
  surface.is_array = true;
  surface.depth = 2;
  surface.height = 4;
  surface.qpitch = 8;
  set_target(surface);
  run(2);
  for (std::uint32_t y = 0; y < 16; ++y) {
    const std::uint32_t row = y % 8;  // rows 2 and 3 of each element
    const std::array<std::uint32_t, 4> expected{3, row, 0xAAAA, 0xBBBB};
    EXPECT_EQ(pixel(3, y), row == 2 || row == 3 ? expected : decltype(expected){}) << y;
  }
}

TEST_F(Draw, WriteMasksKeepChannels) {
  put(target_, 2 * kPitch + 3 * 16, {7, 8, 9, 10});
  put(states_, 0xC00, {0, 0b0101, 0});  // blue and red are not written
  give({0x7824'0000, 0xC01});
  run();
  EXPECT_EQ(pixel(3, 2), (std::array<std::uint32_t, 4>{7, 2, 9, 0xBBBB}));
}

TEST_F(Draw, MipLevelOfTheTarget) {
  memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                               .format = kUint4,
                               .width = 32,
                               .height = 16,
                               .pitch = kPitch,
                               .base = kTarget};
  surface.mips.count = 1;  // the level that is drawn to
  set_target(surface);
  run();
  EXPECT_EQ(pixel(3, 2), (std::array<std::uint32_t, 4>{}));
  EXPECT_EQ(pixel(3, 16 + 2), (std::array<std::uint32_t, 4>{3, 2, 0xAAAA, 0xBBBB}));
  EXPECT_EQ(pixel(16, 16 + 2), (std::array<std::uint32_t, 4>{}));  // a width of 16
}

TEST_F(Draw, EmptyRectangles) {
  put(vertices_, 0, {f(3), f(13), 0, f(3), f(13), 0, f(3), f(2), 0});
  EXPECT_TRUE(draw()->empty());
  put(vertices_, 0, {f(NAN), f(INFINITY), 0, f(3), f(13), 0, f(3), f(2), 0});
  EXPECT_TRUE(draw());
}

// Only rectangles that need little take the short way.
TEST_F(Draw, PlainRectangles) {
  const auto is_plain_with = [this](const Dwords& command) {
    const draw::State3d before = state_.state_3d;
    give(command);
    const bool is_plain = is_plain_rectangle(Dwords{0x7B00'0005, 0, 3, 0, 1, 0, 0}, state_.state_3d);
    state_.state_3d = before;
    return is_plain;
  };
  EXPECT_TRUE(is_plain_with({}));
  EXPECT_FALSE(is_plain_with({0x784B'0000, 4}));
  EXPECT_FALSE(is_plain_with({0x7810'0007, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_FALSE(is_plain_with({0x784D'0000, 1U << 29}));
  EXPECT_FALSE(is_plain_with({0x784E'0002, 3, 0, 0}));
  EXPECT_FALSE(is_plain_with({0x7812'0002, 0, 1U << 31, 0}));
  EXPECT_FALSE(is_plain_with({0x780D'0000, 2}));
  EXPECT_FALSE(is_plain_with({0x784F'0000, 0}));
  const Dwords two{0x7B00'0005, 0, 6, 0, 1, 0, 0}, indirect{0x7B00'0405, 0, 3, 0, 1, 0, 0}, short_one{0x7B00'0000};
  for (const Dwords& command : {two, indirect, short_one}) EXPECT_FALSE(is_plain_rectangle(command, state_.state_3d));
}

// The long way draws what the short way draws.
TEST_F(Draw, RectanglesAmongOtherPrimitives) {
  give({0x784D'0000, 1U << 30});
  const Result<void> done = draw_with(2, {.vertices = 3, .instances = 1});
  ASSERT_TRUE(done) << done.error().message;
  expect_drawn(3, 2, 21, 13);
  EXPECT_EQ(statistics_.primitives, 1U);
  EXPECT_EQ(statistics_.passed_pixels, 18U * 11);
}

TEST_F(Draw, OtherDrawsAreRefused) {
  const auto with = [this](const Dwords& command) {
    const draw::State3d before = state_.state_3d;
    give(command);
    std::string why = refused();
    state_.state_3d = before;
    return why;
  };
  EXPECT_EQ(refused(), "");
  EXPECT_NE(with({0x784B'0000, 4}).find("rectangle"), std::string::npos);
  EXPECT_NE(with(shader(4, 6U << 16)).find("SIMD32-only"), std::string::npos);
  EXPECT_NE(with({0x7809'0001, 0x0600'0000, 0x1222'0000}).find("position"), std::string::npos);
  EXPECT_NE(draw(1U << 20).error().message.find("instances"), std::string::npos);
  give({0x7808'0003, 0x0000'000C, 0x900'0000, 0, 0x24});
  EXPECT_NE(refused().find("not mapped"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu
