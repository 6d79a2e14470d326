// Rectangles of 3DPRIMITIVE: which are drawn, with what payload, and what they leave in the render target.
#include "gpu/draw/rectangle.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "executor_fixture.h"
#include "gpu/draw/fast_clear.h"
#include "memory/image_layout.h"
#include "memory/surface_layout.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kCode = 0x10'0000;
constexpr std::uint64_t kVertices = 0x20'0000;
constexpr std::uint64_t kState = 0x30'0000;  // surface states at 0, binding table at 0x800, blend state at 0xC00
constexpr std::uint64_t kTarget = 0x40'0000;
constexpr std::uint32_t kPitch = 1024;
constexpr std::uint16_t kUint4 = 0x002;  // R32G32B32A32_UINT

std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

// Red and green are where the pixel is, blue and alpha the first and the last component of the attribute.
constexpr const char* kShader16 = R"(
    add (16) r2.0<1>:uw r1.4<2;4,0>:uw 0x10101010:v
    add (16) r3.0<1>:uw r1.5<2;4,0>:uw 0x11001100:v
    mov (16) r120.0<1>:ud r2.0<8;8,1>:uw
    mov (16) r122.0<1>:ud r3.0<8;8,1>:uw
    mov (16) r124.0<1>:ud r6.3<0;1,0>:ud
    mov (16) r126.0<1>:ud r7.7<0;1,0>:ud
    mov (8) r1.0<1>:ud 0:ud
    send (16) null r120 0x25 0x10031000 {EOT}
)";
constexpr const char* kShader8 = R"(
    add (8) r2.0<1>:uw r1.4<2;4,0>:uw 0x10101010:v
    add (8) r3.0<1>:uw r1.5<2;4,0>:uw 0x11001100:v
    mov (8) r124.0<1>:ud r2.0<8;8,1>:uw
    mov (8) r125.0<1>:ud r3.0<8;8,1>:uw
    mov (8) r126.0<1>:ud r6.3<0;1,0>:ud
    mov (8) r127.0<1>:ud r7.7<0;1,0>:ud
    send (8) null r124 0x25 0x08031400 {EOT}
)";

class Draw : public testing::Test {
 protected:
  Draw()
      : code_(*memory_.map(kCode, 0x1000)),
        vertices_(*memory_.map(kVertices, 0x1000)),
        states_(*memory_.map(kState, 0x1000)),
        target_(*memory_.map(kTarget, 0x1'0000)) {
    load(kShader16);
    state_.bases = {.surface = kState, .dynamic = kState, .instruction = kCode};
    set_target({.type = memory::SurfaceType::two_d,
                .format = kUint4,
                .width = 64,
                .height = 64,
                .pitch = kPitch,
                .base = kTarget});
    put(vertices_, 0, {f(21), f(13), 0, f(3), f(13), 0, f(3), f(2), 0});  // the corners of Mesa's rectangles
    put(vertices_, 0x100, {0, 0, 0, 0, 0xAAAA, 2, 3, 0xBBBB});            // a header, an attribute
    give({0x7808'0007, 0x0000'000C, kVertices, 0, 0x24, 0x0400'0000, kVertices + 0x100, 0, 0x20});
    give({0x7809'0005, 0x0600'0000, 0x1222'0000, 0x0240'0000, 0x1113'0000, 0x0600'0010, 0x1111'0000});
    give({0x784A'0000, 1U << 31 | 1U << 29});  // the instance's number is the layer
    give({0x784B'0000, 0xF});
    give({0x781F'0004, 1U << 22 | 1U << 5, 0, 1, 0, 0});
    give(shader(2, 6U << 16));
    give({0x784F'0000, 1U << 31});
    give({0x782A'0000, 0x800});
    give({0x7900'0002, 0, 63U << 16 | 63, 0});
  }

  using Dwords = std::vector<std::uint32_t>;

  static void put(std::span<std::byte> to, std::size_t at, const Dwords& dwords) {
    std::memcpy(to.data() + at, dwords.data(), dwords.size() * 4);
  }
  void load(const char* text) { std::ranges::copy(machine_code(text), code_.begin()); }
  void give(const Dwords& dwords) { state_.state_3d.remember(dwords); }
  // 3DSTATE_PS with these dispatch enables and first registers.
  static Dwords shader(std::uint32_t enables, std::uint32_t registers) {
    return {0x7820'000A, 0, 0, 0, 0, 0, enables, registers, 0, 0, 0, 0};
  }
  void set_target(const memory::SurfaceState& surface) {
    const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, surface);
    std::ranges::copy(bytes, states_.begin());
    put(states_, 0x800, {0});
  }
  Result<std::vector<Dispatch>> draw(std::uint32_t instances = 1, std::uint32_t vertices = 3) {
    const Dwords command{0x7B00'0005, 0, vertices, 0, instances, 0, 0};
    return make_rectangles(command, state_, view_);
  }
  void run(std::uint32_t instances = 1) {
    const auto dispatches = draw(instances);
    ASSERT_TRUE(dispatches) << dispatches.error().message;
    for (const Dispatch& dispatch : *dispatches) {
      const auto done = executor_.run(dispatch, memory_);
      ASSERT_TRUE(done) << done.error().message;
      ASSERT_FALSE(done->fault) << done->fault->fault.what;
    }
  }
  std::string refused() {
    const auto dispatches = draw();
    return dispatches ? "" : dispatches.error().message;
  }
  std::array<std::uint32_t, 4> pixel(std::uint32_t x, std::uint32_t y) const {
    std::array<std::uint32_t, 4> value{};
    std::memcpy(value.data(), target_.data() + y * kPitch + x * sizeof(value), sizeof(value));
    return value;
  }
  // Expects exactly the pixels of the rectangle to be drawn.
  void expect_drawn(std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom) const {
    for (std::uint32_t y = 0; y < 64; ++y) {
      for (std::uint32_t x = 0; x < 64; ++x) {
        const bool is_inside = x >= left && x < right && y >= top && y < bottom;
        const std::array<std::uint32_t, 4> expected{x, y, 0xAAAA, 0xBBBB};
        ASSERT_EQ(pixel(x, y), is_inside ? expected : decltype(expected){}) << x << " " << y;
      }
    }
  }

  memory::FlatMemory memory_;
  std::span<std::byte> code_, vertices_, states_, target_;
  memory::View view_{memory_};
  PipelineState state_;
  WorkerPool pool_{2};
  Clock clock_{kDefaultDevice.timestamp_hz};
  Executor executor_{kDefaultDevice, pool_, ExecutorOptions{}, clock_};
};

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

// With both, the kernel for 16 pixels is the third one's.
TEST_F(Draw, PrefersSixteenPixels) {
  Dwords both = shader(3, 6);
  both[10] = 0;
  both[1] = 0x800;  // nothing is there
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

class FastClear : public Draw {
 protected:
  // Of 100 by 70 pixels of four bytes, in tiles.
  FastClear() {
    surface_ = {.type = memory::SurfaceType::two_d,
                .tile = memory::TileMode::y,
                .format = 0x0C7,  // R8G8B8A8_UNORM
                .width = 100,
                .height = 70,
                .pitch = 512,
                .base = kTarget};
    surface_.auxiliary.mode = memory::AuxiliaryMode::ccs_e;
    give({0x782A'0000, 0x800});
    give(shader(2U | 1U << 8, 6U << 16));
    set_corners(0, 0, 2, 4);  // 128 by 128 pixels
  }
  void set_corners(float left, float top, float right, float bottom) {
    put(vertices_, 0, {f(right), f(bottom), 0, f(left), f(bottom), 0, f(left), f(top), 0});
  }
  Result<void> clear(std::uint32_t instances = 1) {
    set_target(surface_);
    put(states_, 48, {f(1), f(0), f(0.2F), f(1)});  // the clear colour
    const Dwords command{0x7B00'0005, 0, 3, 0, instances, 0, 0};
    return clear_target(isa::kGen9, command, state_, view_, [] { return Result<void>(); });
  }
  std::uint32_t texel(std::uint32_t x, std::uint32_t y, std::uint32_t slice = 0) const {
    std::uint32_t value = 0;
    const std::uint64_t offset = memory::ImageLayout::make(surface_)->offset({.x = x, .y = y, .slice = slice});
    std::memcpy(&value, target_.data() + offset, sizeof value);
    return value;
  }
  static constexpr std::uint32_t kColour = 0xFF33'00FF;

  memory::SurfaceState surface_;
};

TEST_F(FastClear, WritesTheClearColourToThePixelsOfTheTarget) {
  EXPECT_EQ(target_operation(state_.state_3d), TargetOperation::fast_clear);
  const Result<void> done = clear();
  ASSERT_TRUE(done) << done.error().message;
  for (std::uint32_t y = 0; y < 96; ++y) {
    for (std::uint32_t x = 0; x < 128; ++x) EXPECT_EQ(texel(x, y), x < 100 && y < 70 ? kColour : 0U) << x << " " << y;
  }
}

TEST_F(FastClear, APixelOfTheRectangleIsABlockOfTheTarget) {
  set_corners(1, 1, 2, 2);
  ASSERT_TRUE(clear());
  for (std::uint32_t y = 0; y < 70; ++y) {
    for (std::uint32_t x = 0; x < 100; ++x) {
      EXPECT_EQ(texel(x, y), x >= 64 && y >= 32 && y < 64 ? kColour : 0U) << x << " " << y;
    }
  }
}

TEST_F(FastClear, InstancesAreLayers) {
  surface_.is_array = true;
  surface_.depth = 3;
  surface_.height = 16;
  surface_.qpitch = 32;
  ASSERT_TRUE(clear(2));
  for (std::uint32_t slice = 0; slice < 3; ++slice) EXPECT_EQ(texel(99, 15, slice), slice < 2 ? kColour : 0U);
}

TEST_F(FastClear, OtherTargetsAreRefused) {
  surface_.auxiliary.mode = memory::AuxiliaryMode::none;
  EXPECT_NE(clear().error().message.find("color control surface"), std::string::npos);
  surface_.auxiliary.mode = memory::AuxiliaryMode::ccs_d;
  surface_.tile = memory::TileMode::x;
  EXPECT_NE(clear().error().message.find("Y-tiled"), std::string::npos);
  surface_.tile = memory::TileMode::y;
  surface_.base = 0x900'0000;
  EXPECT_NE(clear().error().message.find("not mapped"), std::string::npos);
}

TEST_F(FastClear, ResolvesAreNoDraws) {
  for (const std::uint32_t kind : {1U, 3U}) {
    give(shader(2U | kind << 6, 6U << 16));
    EXPECT_EQ(target_operation(state_.state_3d), TargetOperation::resolve);
  }
  give(shader(2U, 6U << 16));
  EXPECT_EQ(target_operation(state_.state_3d), TargetOperation::draw);
}

TEST_F(Draw, EmptyRectangles) {
  put(vertices_, 0, {f(3), f(13), 0, f(3), f(13), 0, f(3), f(2), 0});
  EXPECT_TRUE(draw()->empty());
  put(vertices_, 0, {f(NAN), f(INFINITY), 0, f(3), f(13), 0, f(3), f(2), 0});
  EXPECT_TRUE(draw());
}

TEST_F(Draw, OtherDrawsAreRefused) {
  const auto with = [this](const Dwords& command) {
    const State3d before = state_.state_3d;
    give(command);
    std::string why = refused();
    state_.state_3d = before;
    return why;
  };
  EXPECT_EQ(refused(), "");
  EXPECT_NE(with({0x784B'0000, 4}).find("rectangle"), std::string::npos);
  EXPECT_NE(with({0x7810'0007, 0, 0, 0, 0, 0, 0, 1, 0}).find("vertex shader"), std::string::npos);
  EXPECT_NE(with({0x784D'0000, 1U << 29}).find("blending"), std::string::npos);
  EXPECT_NE(with({0x784E'0002, 3, 0, 0}).find("depth"), std::string::npos);
  EXPECT_NE(with({0x7812'0002, 0, 1U << 31, 0}).find("clipping"), std::string::npos);
  EXPECT_NE(with({0x784F'0000, 0}).find("no pixel shader"), std::string::npos);
  EXPECT_NE(with(shader(4, 6U << 16)).find("32 pixels"), std::string::npos);
  EXPECT_NE(with({0x7809'0001, 0x0600'0000, 0x1222'0000}).find("position"), std::string::npos);
  EXPECT_NE(draw(1, 6).error().message.find("rectangle"), std::string::npos);
  EXPECT_NE(draw(1U << 20).error().message.find("instances"), std::string::npos);
  give({0x7808'0003, 0x0000'000C, 0x900'0000, 0, 0x24});
  EXPECT_NE(refused().find("not mapped"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu
