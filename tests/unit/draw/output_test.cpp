// Blending, and depth tests.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "draw/output/blend.h"
#include "draw/output/depth_test.h"
#include "draw/output/target_output.h"
#include "memory/flat_memory.h"
#include "values.h"

namespace eugene::draw {
namespace {

using Color = std::array<float, 4>;

memory::Pixel pixel(const Color& color) { return {f(color[0]), f(color[1]), f(color[2]), f(color[3])}; }
Color color(const memory::Pixel& pixel) {
  Color result;
  for (std::size_t c = 0; c < 4; ++c) result[c] = std::bit_cast<float>(pixel[c]);
  return result;
}

const memory::PixelFormat& format(std::string_view name) { return *memory::find_format(name); }

constexpr Color kSource{0.5F, 0.25F, 1, 0.75F}, kBefore{1, 0.5F, 0.25F, 0.5F}, kConstant{0.125F, 0.5F, 0.75F, 0.25F};

Color blend(const BlendEquation& equation, std::string_view target = "R32G32B32A32_FLOAT") {
  const TargetBlend blend{.blends = true, .color = equation, .alpha = equation};
  return color(blend_pixel(blend, kConstant, format(target), pixel(kSource), pixel(kBefore)));
}

TEST(Blend, Off) {
  EXPECT_EQ(color(blend_pixel({}, kConstant, format("R8G8B8A8_UNORM"), pixel(kSource), pixel(kBefore))), kSource);
  EXPECT_FALSE(reads_target({}));
  EXPECT_TRUE(reads_target({.blends = true}));
  EXPECT_TRUE(reads_target({.has_logic = true}));
}

TEST(Blend, OverByAlpha) {
  const Color result = blend({.source = BlendFactor::source_alpha, .destination = BlendFactor::one_minus_source_alpha});
  for (std::size_t c = 0; c < 4; ++c) EXPECT_FLOAT_EQ(result[c], kSource[c] * 0.75F + kBefore[c] * 0.25F);
}

TEST(Blend, EveryFactor) {
  const struct {
    BlendFactor factor;
    Color value;
  } kFactors[] = {
      {BlendFactor::zero, {0, 0, 0, 0}},
      {BlendFactor::one, {1, 1, 1, 1}},
      {BlendFactor::source_color, kSource},
      {BlendFactor::source_alpha, {0.75F, 0.75F, 0.75F, 0.75F}},
      {BlendFactor::destination_color, kBefore},
      {BlendFactor::destination_alpha, {0.5F, 0.5F, 0.5F, 0.5F}},
      {BlendFactor::constant_color, kConstant},
      {BlendFactor::constant_alpha, {0.25F, 0.25F, 0.25F, 0.25F}},
      {BlendFactor::source_alpha_saturate, {0.5F, 0.5F, 0.5F, 1}},
      {BlendFactor::one_minus_source_color, {0.5F, 0.75F, 0, 0.25F}},
      {BlendFactor::one_minus_destination_color, {0, 0.5F, 0.75F, 0.5F}},
      {BlendFactor::one_minus_destination_alpha, {0.5F, 0.5F, 0.5F, 0.5F}},
      {BlendFactor::one_minus_constant_color, {0.875F, 0.5F, 0.25F, 0.75F}},
      {BlendFactor::one_minus_constant_alpha, {0.75F, 0.75F, 0.75F, 0.75F}},
  };
  for (const auto& [factor, value] : kFactors) {
    const Color result = blend({.source = factor, .destination = BlendFactor::zero});
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(result[c], kSource[c] * value[c]) << static_cast<int>(factor);
  }
}

TEST(Blend, EveryFunction) {
  const auto one = [](BlendFunction function) {
    return blend({.source = BlendFactor::one, .destination = BlendFactor::one, .function = function})[0];
  };
  EXPECT_EQ(one(BlendFunction::add), 1.5F);
  EXPECT_EQ(one(BlendFunction::subtract), -0.5F);
  EXPECT_EQ(one(BlendFunction::reverse_subtract), 0.5F);
  EXPECT_EQ(one(BlendFunction::min), 0.5F);
  EXPECT_EQ(one(BlendFunction::max), 1);
}

TEST(Blend, AlphaOnItsOwnAndClamps) {
  TargetBlend blend{.blends = true,
                    .color = {.source = BlendFactor::one, .destination = BlendFactor::one},
                    .alpha = {.source = BlendFactor::zero, .destination = BlendFactor::one},
                    .clamps_result = true,
                    .clamp_range = 2};
  EXPECT_EQ(color(blend_pixel(blend, kConstant, format("R8G8B8A8_UNORM"), pixel(kSource), pixel(kBefore))),
            (Color{1, 0.75F, 1, 0.5F}));
  EXPECT_EQ(color(blend_pixel(blend, kConstant, format("R32G32B32A32_FLOAT"), pixel(kSource), pixel(kBefore)))[0],
            1.5F);
}

TEST(Blend, IntegersAreNotBlended) {
  const memory::Pixel source{1, 2, 3, 4};
  EXPECT_EQ(blend_pixel({.blends = true}, kConstant, format("R8G8B8A8_UINT"), source, {5, 6, 7, 8}), source);
}

TEST(Blend, LogicIsOnBits) {
  const auto combine = [](std::uint8_t code) {
    return blend_pixel({.has_logic = true, .logic = code}, kConstant, format("R8G8B8A8_UINT"), {0b0011, 0, 0, 0},
                       {0b0101, 0, 0, 0})[0];
  };
  EXPECT_EQ(combine(0), 0U);
  EXPECT_EQ(combine(6), 0b0110U);   // exclusive or
  EXPECT_EQ(combine(8), 0b0001U);   // and
  EXPECT_EQ(combine(14), 0b0111U);  // or
  EXPECT_EQ(combine(12), 0b0011U);  // copy
  EXPECT_EQ(combine(10), 0b0101U);  // no operation
  EXPECT_EQ(combine(5), 0b1111'1010U);
  EXPECT_EQ(combine(15), 0xFFU);
}

constexpr std::uint64_t kBuffer = 0x10'0000;

struct Depth : testing::Test {
  Depth() : bytes(*memory.map(kBuffer, 0x1000)) {
    state.depth_buffer = {.type = 1,
                          .writes_depth = true,
                          .format = 1,
                          .address = kBuffer,
                          .pitch = 128,
                          .width = 16,
                          .height = 16,
                          .depth = 1};
    state.tests = {.writes_depth = true, .tests_depth = true, .depth_function = 2};
  }
  DepthTest make() const { return *DepthTest::make(state); }

  memory::FlatMemory memory;
  std::span<std::byte> bytes;
  memory::View view{memory};
  State3d state;
};

TEST_F(Depth, LessInEveryFormat) {
  for (const std::uint32_t format : {1U, 3U, 5U}) {
    state.depth_buffer.format = format;
    const DepthTest test = make();
    EXPECT_TRUE(test.write({.x = 3, .y = 2}, 0.5F, view));
    EXPECT_EQ(test.test({.x = 3, .y = 2}, 0.25F, view), true) << format;
    EXPECT_EQ(test.test({.x = 3, .y = 2}, 0.5F, view), false) << format;
    EXPECT_EQ(test.test({.x = 3, .y = 2}, 0.75F, view), false) << format;
    EXPECT_TRUE(test.write({.x = 3, .y = 2}, 0, view));
  }
}

TEST_F(Depth, EveryFunction) {
  ASSERT_TRUE(make().write({}, 0.5F, view));
  const auto passes = [&](std::uint32_t function) {
    state.tests.depth_function = function;
    std::string result;
    for (const float depth : {0.25F, 0.5F, 0.75F}) result += *make().test({}, depth, view) ? '1' : '0';
    return result;
  };
  const char* const kExpected[] = {"111", "000", "100", "010", "110", "001", "101", "011"};
  for (std::uint32_t function = 0; function < 8; ++function) EXPECT_EQ(passes(function), kExpected[function]);
}

// Numbers that the format cannot tell apart are equal.
TEST_F(Depth, ComparesWhatIsStored) {
  state.depth_buffer.format = 5;  // 16 bits
  ASSERT_TRUE(make().write({}, 0.25F, view));
  EXPECT_EQ(make().test({}, 0.25F - 0x1p-20F, view), false);
  EXPECT_EQ(make().test({}, 0.25F - 0x1p-15F, view), true);
}

TEST_F(Depth, OffMeansPassed) {
  state.tests.tests_depth = false;
  EXPECT_FALSE(make().is_needed());
  EXPECT_EQ(make().test({.x = 1000}, 2, view), true);
  state.tests.tests_depth = true;
  state.depth_buffer.type = 7;
  EXPECT_FALSE(make().is_needed());
}

TEST_F(Depth, OutsideFailsAndUnmappedIsAnError) {
  EXPECT_EQ(make().test({.x = 16}, 0, view), false);
  EXPECT_EQ(make().test({.layer = 5}, 0, view), false);
  EXPECT_TRUE(make().write({.x = 16}, 0, view));
  state.depth_buffer.address = 0x50'0000;
  EXPECT_EQ(make().test({}, 0, view), std::nullopt);
  EXPECT_FALSE(make().write({}, 0, view));
}

// A depth that the shader has computed is tested and written after it; the rest of the block is not touched.
TEST_F(Depth, AfterTheShader) {
  const DepthTest test = make();
  for (std::uint32_t x = 0; x < 2; ++x) ASSERT_TRUE(test.write({.x = x}, 0.5F, view));
  const TargetOutput output({}, test, {.computes_depths = true, .tests = true, .writes = true, .counts = true},
                            nullptr);
  const functions::Pixels pixels{.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 3};
  const std::array<float, 16> depths{0.25F, 0.75F};
  const auto live = output.test(pixels, 3, depths, view);
  ASSERT_EQ(live, 1U);
  EXPECT_TRUE(output.finish(pixels, *live, depths, view));
  EXPECT_EQ(output.counted(), 1U);
  EXPECT_EQ(test.test({.x = 0}, 0.3F, view), false);
  EXPECT_EQ(test.test({.x = 1}, 0.3F, view), true);
}

}  // namespace
}  // namespace eugene::draw
