// Clears: of colour by the auxiliary surface, and of depth and stencil buffers.
#include "draw_fixture.h"
#include "gpu/draw/depth_clear.h"
#include "gpu/draw/fast_clear.h"
#include "gpu/draw/fill.h"

namespace eugene::gpu {
namespace {

class FastClear : public Draw {
 protected:
  // Sets up a tiled surface of 100 by 70 pixels of four bytes.
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

// Gen12's blocks have half as many rows, and the surface state has the address of the colour.
TEST_F(FastClear, Gen12HasTheColourInMemoryAndLowerBlocks) {
  set_corners(1, 1, 2, 2);
  set_target(surface_);
  constexpr std::uint32_t kColourPlace = 0x400, kUnusedBits = 0x3F;
  put(states_, 48, {(kState + kColourPlace) | kUnusedBits, 0xABCD'0000});
  put(states_, kColourPlace, {f(1), f(0), f(0.2F), f(1)});
  const Dwords command{0x7B00'0005, 0, 3, 0, 1, 0, 0};
  const Result<void> done = clear_target(isa::kGen12, command, state_, view_, [] { return Result<void>(); });
  ASSERT_TRUE(done) << done.error().message;
  for (std::uint32_t y = 0; y < 70; ++y) {
    for (std::uint32_t x = 0; x < 100; ++x) {
      EXPECT_EQ(texel(x, y), x >= 64 && y >= 16 && y < 32 ? kColour : 0U) << x << " " << y;
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

// Buffers of 50 by 30 pixels, depth of 32 bits unless said otherwise; the rectangle is from (3, 2) to (21, 13).
class DepthClear : public Draw {
 protected:
  static constexpr std::uint32_t kWidth = 50, kHeight = 30, kDepthPitch = 256, kStencilPitch = 128;
  static constexpr std::uint64_t kStencil = kTarget + 0x8000;
  static constexpr std::uint32_t kDepthAlone = 1U, kStencilAlone = 2U << 23 | 3U << 2;
  // Depth tests: less than the stored depth, and never.
  static constexpr std::uint32_t kLess = 1U << 1 | 2U << 5, kNever = 1U << 1 | 1U << 5;

  DepthClear() {
    give_buffers();
    give({0x784F'0000, 0});
    put(vertices_, 0, {f(21), f(13), f(0.25F), f(3), f(13), f(0.25F), f(3), f(2), f(0.25F)});
  }
  void give_buffers(std::uint32_t depth_format = 1, std::uint32_t first_layer = 0) {
    give({0x7805'0006, 1U << 29 | 3U << 27 | depth_format << 18 | (kDepthPitch - 1), kTarget, 0,
          (kHeight - 1) << 18 | (kWidth - 1) << 4, 1U << 21 | first_layer << 10, 0, 8});
    give({0x7806'0003, 1U << 31 | (kStencilPitch - 1), kStencil, 0, 8});
  }
  void give_test(std::uint32_t test, std::uint32_t mask = 0xFF, std::uint32_t reference = 0x5A) {
    give({0x784E'0002, test, 0xFFU << 24 | mask << 16, reference << 8});
  }
  // Draws rectangles.
  Result<void> clear(std::uint32_t count = 1) { return draw_with(1, {.vertices = 3 * count, .instances = 1}); }
  // Clears or resolves the whole buffer, if the size is not given.
  Result<void> operate(std::uint32_t what, std::uint32_t right = kWidth, std::uint32_t bottom = kHeight) {
    give({0x7852'0003, what, 0, bottom << 16 | right, 0xFFFF});
    return run_hz_operation(state_.state_3d, view_, [] { return Result<void>(); });
  }
  std::uint32_t texel(const char* format, std::uint32_t x, std::uint32_t y, std::uint32_t slice = 0) const {
    const bool is_stencil = std::string_view(format) == "R8_UINT";
    memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                                 .tile = is_stencil ? memory::TileMode::w : memory::TileMode::y,
                                 .is_array = true,
                                 .format = memory::find_format(format)->code,
                                 .width = kWidth,
                                 .height = kHeight,
                                 .depth = 2,
                                 .pitch = is_stencil ? kStencilPitch : kDepthPitch,
                                 .qpitch = 32};
    const auto image = memory::ImageLayout::make(surface);
    std::uint32_t value = 0;
    std::memcpy(&value, target_.data() + (is_stencil ? kStencil - kTarget : 0) + image->offset({x, y, slice}),
                image->format().bytes);
    return value;
  }
  // Expects exactly the pixels of the rectangle to have the value.
  void expect(const char* format, std::uint32_t value, PixelRectangle r, std::uint32_t slice = 0) const {
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        const bool is_inside = x >= r.left && x < r.right && y >= r.top && y < r.bottom;
        ASSERT_EQ(texel(format, x, y, slice), is_inside ? value : 0U) << format << " " << x << " " << y;
      }
    }
  }
  static constexpr PixelRectangle kDrawn{3, 2, 21, 13}, kAll{0, 0, kWidth, kHeight}, kNothing{};
};

TEST_F(DepthClear, RectanglesWithoutPixelShaderWriteTheirDepth) {
  give_test(kDepthAlone);
  ASSERT_TRUE(clear());
  expect("R32_FLOAT", f(0.25F), kDrawn);
  expect("R8_UINT", 0, kNothing);
}

TEST_F(DepthClear, RectanglesWithoutPixelShaderWriteTheStencilReferenceUnderItsMask) {
  give_test(kStencilAlone, 0x0F);
  ASSERT_TRUE(clear());
  expect("R8_UINT", 0x0A, kDrawn);
  give_test(kStencilAlone | kDepthAlone, 0xF0, 0xC3);
  ASSERT_TRUE(clear());
  expect("R8_UINT", 0xCA, kDrawn);
  expect("R32_FLOAT", f(0.25F), kDrawn);
}

TEST_F(DepthClear, FormatsAndLayers) {
  give_test(kDepthAlone);
  give_buffers(5);
  ASSERT_TRUE(clear());
  expect("R16_UNORM", 0x4000, kDrawn);
  std::ranges::fill(target_, std::byte{});
  give_buffers(3, 1);
  ASSERT_TRUE(clear());
  expect("R24_UNORM_X8_TYPELESS", 0x40'0000, kDrawn, 1);
  expect("R24_UNORM_X8_TYPELESS", 0, kNothing, 0);
}

TEST_F(DepthClear, HierarchicalOperationsWriteTheClearValues) {
  give({0x7804'0001, f(0.75F), 1});
  ASSERT_TRUE(operate(1U << 30));
  expect("R32_FLOAT", f(0.75F), kAll);
  expect("R8_UINT", 0, kNothing);
  ASSERT_TRUE(operate(1U << 31 | 0x3CU << 16, 24, 16));
  expect("R8_UINT", 0x3C, {0, 0, 24, 16});
  for (const std::uint32_t resolve : {1U << 28, 1U << 27}) ASSERT_TRUE(operate(resolve));
  expect("R32_FLOAT", f(0.75F), kAll);
}

// Corners with different depths; the second of two rectangles is a column further right, and nearer.
TEST_F(DepthClear, DepthsOfRectanglesAreTested) {
  const auto corners = [&](float left, float right, float depth) {
    return Dwords{f(right), f(13), f(depth), f(left), f(13), f(depth + 0.25F), f(left), f(2), f(depth + 0.25F)};
  };
  Dwords all = corners(3, 19, 0.5F);
  const Dwords second = corners(4, 20, 0.25F);
  all.insert(all.end(), second.begin(), second.end());
  put(vertices_, 0, all);
  give({0x7808'0003, 0x0000'000C, kVertices, 0, 0x48});
  give({0x7804'0001, f(1), 1});
  ASSERT_TRUE(operate(1U << 30));
  give({0x7852'0003, 0, 0, 0, 0});
  give_test(kDepthAlone | kLess);
  ASSERT_TRUE(clear(2));
  const auto depth = [&](std::uint32_t x) { return std::bit_cast<float>(texel("R32_FLOAT", x, 5)); };
  EXPECT_EQ(depth(2), 1);
  EXPECT_FLOAT_EQ(depth(3), 0.75F - 0.5F / 64);
  EXPECT_FLOAT_EQ(depth(4), 0.5F - 0.5F / 64);
  EXPECT_FLOAT_EQ(depth(19), 0.5F - 15.5F / 64);
  EXPECT_EQ(statistics_.primitives, 2U);
  EXPECT_EQ(statistics_.passed_pixels, 2U * 16 * 11);
  give_test(kDepthAlone | kNever);
  ASSERT_TRUE(clear());
  EXPECT_EQ(statistics_.passed_pixels, 0U);
}

TEST_F(DepthClear, StencilValuesAreTested) {
  give_test(kStencilAlone, 0xFF, 0x5A);
  ASSERT_TRUE(clear());
  // The reference is greater than what is stored only outside.
  put(vertices_, 0, {f(30), f(20), f(0.25F), f(0), f(20), f(0.25F), f(0), f(0), f(0.25F)});
  give_test(kStencilAlone | 5U << 8, 0x0F, 0x3C);
  ASSERT_TRUE(clear());
  EXPECT_EQ(texel("R8_UINT", 0, 0), 0x0CU);
  EXPECT_EQ(texel("R8_UINT", 10, 10), 0x5AU);
  EXPECT_EQ(texel("R8_UINT", 29, 19), 0x0CU);
  EXPECT_EQ(texel("R8_UINT", 30, 19), 0U);
}

TEST_F(DepthClear, OthersAreRefused) {
  give_test(kDepthAlone);
  give_buffers(0);
  EXPECT_NE(clear().error().message.find("format"), std::string::npos);
  give_buffers();
  EXPECT_NE(operate(1U << 30 | 1U << 29).error().message.find("scissor"), std::string::npos);
  EXPECT_NE(operate(1U << 30 | 2U << 13).error().message.find("samples"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu
