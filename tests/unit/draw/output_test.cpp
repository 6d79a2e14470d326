// Blending, and stencil and depth tests.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "draw/output/blend.h"
#include "draw/output/pixel_tests.h"
#include "draw/output/stencil.h"
#include "draw/output/target_output.h"
#include "draw/pixel/block_pixels.h"
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

constexpr Color kSource{0.5F, 0.25F, 1, 0.75F}, kBefore{1, 0.5F, 0.25F, 0.5F}, kConstant{0.125F, 0.5F, 0.75F, 0.25F},
    kSecond{0.75F, 1, 0.5F, 0.125F};

Color blend(const BlendEquation& equation, std::string_view target = "R32G32B32A32_FLOAT") {
  const TargetBlend blend{.blends = true, .color = equation, .alpha = equation};
  return color(blend_pixel(blend, kConstant, format(target), {pixel(kSource), pixel(kSecond), pixel(kBefore)}));
}

TEST(Blend, Off) {
  EXPECT_EQ(color(blend_pixel({}, kConstant, format("R8G8B8A8_UNORM"), {pixel(kSource), {}, pixel(kBefore)})), kSource);
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
      {BlendFactor::source1_color, kSecond},
      {BlendFactor::source1_alpha, {0.125F, 0.125F, 0.125F, 0.125F}},
      {BlendFactor::one_minus_source1_color, {0.25F, 0, 0.5F, 0.875F}},
      {BlendFactor::one_minus_source1_alpha, {0.875F, 0.875F, 0.875F, 0.875F}},
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
  EXPECT_EQ(color(blend_pixel(blend, kConstant, format("R8G8B8A8_UNORM"), {pixel(kSource), {}, pixel(kBefore)})),
            (Color{1, 0.75F, 1, 0.5F}));
  EXPECT_EQ(color(blend_pixel(blend, kConstant, format("R32G32B32A32_FLOAT"), {pixel(kSource), {}, pixel(kBefore)}))[0],
            1.5F);
}

// Blocks of pixels are blended by vectors, with the numbers that single pixels have. Zeros may have another sign.
TEST(Blend, BlocksAreBlendedLikePixels) {
  constexpr std::array<BlendFactor, 18> kFactors{BlendFactor::one,
                                                 BlendFactor::source_color,
                                                 BlendFactor::source_alpha,
                                                 BlendFactor::destination_alpha,
                                                 BlendFactor::destination_color,
                                                 BlendFactor::source_alpha_saturate,
                                                 BlendFactor::constant_color,
                                                 BlendFactor::constant_alpha,
                                                 BlendFactor::zero,
                                                 BlendFactor::one_minus_source_color,
                                                 BlendFactor::one_minus_source_alpha,
                                                 BlendFactor::one_minus_destination_alpha,
                                                 BlendFactor::one_minus_destination_color,
                                                 BlendFactor::one_minus_constant_color,
                                                 BlendFactor::one_minus_constant_alpha,
                                                 BlendFactor::source1_color,
                                                 BlendFactor::one_minus_source1_color,
                                                 BlendFactor::one_minus_source1_alpha};
  constexpr std::array<float, 8> kOdd{0, -0.0F, 1, 2, -3, INFINITY, -INFINITY, 1e-40F};
  std::mt19937 random(3);
  const auto number = [&] {
    if (random() % 8 == 0) return kOdd[random() % kOdd.size()];
    return static_cast<float>(random() % 4096) / 2048 - 0.5F;
  };
  const auto equation = [&]() -> BlendEquation {
    return {.source = kFactors[random() % kFactors.size()],
            .destination = kFactors[random() % kFactors.size()],
            .function = static_cast<BlendFunction>(random() % 5)};
  };
  for (unsigned turn = 0; turn < 2000; ++turn) {
    const TargetBlend state{.blends = true,
                            .color = equation(),
                            .alpha = equation(),
                            .clamps_source = random() % 2 == 0,
                            .clamps_result = random() % 2 == 0,
                            .clamp_range = static_cast<std::uint8_t>(random() % 3)};
    const memory::PixelFormat& target = format(turn % 2 == 0 ? "R8G8B8A8_UNORM" : "R8G8B8A8_SNORM");
    functions::PixelOutput::BlockColors colors;
    for (std::size_t c = 0; c < 4; ++c) {
      for (unsigned i = 0; i < functions::Pixels::kMax; ++i) {
        colors.source[c][i] = f(number());
        colors.before[c][i] = f(number());
      }
    }
    const Color constant{number(), number(), number(), number()};
    const functions::PixelOutput::BlockColors before = colors;
    ASSERT_TRUE(blend_block(state, Equations(state), constant, target, colors));
    for (unsigned i = 0; i < functions::Pixels::kMax; ++i) {
      const auto of = [i](const functions::PixelOutput::BlockColors::Channels& from) {
        return memory::Pixel{from[0][i], from[1][i], from[2][i], from[3][i]};
      };
      const memory::Pixel expected = blend_pixel(state, constant, target, {of(before.source), {}, of(before.before)});
      for (std::size_t c = 0; c < 4; ++c) {
        if (std::isnan(std::bit_cast<float>(expected[c])))
          ASSERT_TRUE(std::isnan(std::bit_cast<float>(of(colors.source)[c]))) << turn;
        else
          ASSERT_EQ(std::bit_cast<float>(of(colors.source)[c]), std::bit_cast<float>(expected[c])) << turn;
      }
    }
  }
}

// Formats whose NaNs have bits, integers and logic operations.
TEST(Blend, OtherBlocksAreBlendedOneByOne) {
  functions::PixelOutput::BlockColors colors{};
  EXPECT_FALSE(blend_block({.blends = true}, {}, kConstant, format("R32_FLOAT"), colors));
  EXPECT_FALSE(blend_block({.blends = true}, {}, kConstant, format("R8G8B8A8_UINT"), colors));
  EXPECT_FALSE(blend_block({.has_logic = true, .logic = 6}, {}, kConstant, format("R8G8B8A8_UNORM"), colors));
  EXPECT_FALSE(blend_block({}, {}, kConstant, format("R8G8B8A8_UNORM"), colors));
}

TEST(Blend, IntegersAreNotBlended) {
  const memory::Pixel source{1, 2, 3, 4};
  EXPECT_EQ(blend_pixel({.blends = true}, kConstant, format("R8G8B8A8_UINT"), {source, {}, {5, 6, 7, 8}}), source);
}

TEST(Blend, LogicIsOnBits) {
  const auto combine = [](std::uint8_t code) {
    return blend_pixel({.has_logic = true, .logic = code}, kConstant, format("R8G8B8A8_UINT"),
                       {.source = {0b0011, 0, 0, 0}, .before = {0b0101, 0, 0, 0}})[0];
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

// Buffers of 16 x 16 pixels.
struct Tests : testing::Test {
  Tests() : bytes(*memory.map(kBuffer, 0x3000)) {
    state.depth_buffer = {.type = 1,
                          .writes_depth = true,
                          .writes_stencil = true,
                          .format = DepthFormat::d32_float,
                          .address = kBuffer,
                          .pitch = 128,
                          .width = 16,
                          .height = 16,
                          .depth = 1};
    state.tests = {.writes_depth = true, .tests_depth = true, .depth_function = Compare::less};
  }
  PixelTests make() const { return *PixelTests::make(state); }
  // Makes the depth of a pixel what it is.
  void store(const PixelTests::Pixel& pixel) {
    State3d writes = state;
    writes.tests = {.writes_depth = true};
    ASSERT_EQ(PixelTests::make(writes)->test_and_write(pixel, view), true);
  }
  // Adds a stencil buffer.
  void give_stencil(const StencilFace& face) {
    state.stencil_buffer = {.enabled = true, .address = kBuffer + 0x2000, .pitch = 128};
    state.tests.tests_stencil = state.tests.writes_stencil = true;
    state.tests.front = state.tests.back = face;
  }
  std::uint8_t& stencil() { return reinterpret_cast<std::uint8_t&>(bytes[0x2000]); }

  memory::FlatMemory memory;
  std::span<std::byte> bytes;
  memory::View view{memory};
  State3d state;
};

TEST_F(Tests, LessInEveryFormat) {
  for (const DepthFormat format : {DepthFormat::d32_float, DepthFormat::d24_unorm_x8, DepthFormat::d16_unorm}) {
    state.depth_buffer.format = format;
    store({.x = 3, .y = 2, .depth = 0.5F});
    const auto passes = [&](float depth) { return make().test({.x = 3, .y = 2, .depth = depth}, view); };
    EXPECT_EQ(passes(0.25F), true);
    EXPECT_EQ(passes(0.5F), false);
    EXPECT_EQ(passes(0.75F), false);
  }
}

TEST_F(Tests, EveryFunction) {
  store({.depth = 0.5F});
  const auto passes = [&](unsigned function) {
    state.tests.depth_function = static_cast<Compare>(function);
    std::string result;
    for (const float depth : {0.25F, 0.5F, 0.75F}) result += *make().test({.depth = depth}, view) ? '1' : '0';
    return result;
  };
  const char* const kExpected[] = {"111", "000", "100", "010", "110", "001", "101", "011"};
  for (unsigned function = 0; function < 8; ++function) EXPECT_EQ(passes(function), kExpected[function]);
}

// Numbers that the format cannot tell apart are equal.
TEST_F(Tests, ComparesWhatIsStored) {
  state.depth_buffer.format = DepthFormat::d16_unorm;
  store({.depth = 0.25F});
  EXPECT_EQ(make().test({.depth = 0.25F - 0x1p-20F}, view), false);
  EXPECT_EQ(make().test({.depth = 0.25F - 0x1p-15F}, view), true);
}

// Blocks that are tested together, of a triangle that is level or not, are like their pixels one by one.
TEST_F(Tests, BlocksAreLikeTheirPixels) {
  state.depth_buffer.format = DepthFormat::d24_unorm_x8;
  for (const double slope : {0.0, 1.0 / 64}) {
    const ScreenTriangle triangle{.setup = {.depth = {.by_x = slope, .by_y = slope / 2, .origin = 0.25}}};
    std::array<Block, 4> blocks;
    for (std::uint16_t i = 0; i < blocks.size(); ++i) {
      blocks[i] = {.x = static_cast<std::uint16_t>(4 * i), .y = 8, .pixels = 0xA5F7};
      store({.x = 4U * i + 1, .y = 9, .depth = 0.0625F});
      store({.x = 4U * i, .y = 8, .depth = 1});
      store({.x = 4U * i + 3, .y = 11, .depth = 1});
    }
    std::array<std::uint16_t, blocks.size()> expected{};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const functions::Pixels pixels = block_pixels(blocks[i]);
      for (unsigned n = 0; n < functions::Pixels::kMax; ++n) {
        const std::uint32_t x = pixels.x(n), y = pixels.y(n);
        const bool passes = *make().test({.x = x, .y = y, .depth = triangle.depth_at(x, y)}, view);
        if (passes && (blocks[i].pixels >> n & 1) != 0) expected[i] |= static_cast<std::uint16_t>(1U << n);
      }
    }
    EXPECT_TRUE(make().test_and_write(blocks, 0, triangle, view));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      EXPECT_EQ(blocks[i].pixels, expected[i]);
      EXPECT_EQ(make().test({.x = 4U * static_cast<unsigned>(i), .y = 8, .depth = 0.9375F}, view), false);
    }
    EXPECT_NE(expected[0], 0);
  }
}

TEST_F(Tests, OffMeansPassed) {
  state.tests.tests_depth = state.tests.writes_depth = false;
  EXPECT_FALSE(make().is_needed());
  EXPECT_EQ(make().test({.x = 1000, .depth = 2}, view), true);
  state.tests.tests_depth = state.tests.writes_depth = true;
  EXPECT_TRUE(make().is_needed());
  state.depth_buffer.type = 7;
  EXPECT_FALSE(make().is_needed());
}

// Drivers clear so.
TEST_F(Tests, DepthsAreWrittenWithoutATest) {
  state.tests.tests_depth = false;
  EXPECT_EQ(make().test_and_write({.depth = 0.75F}, view), true);
  EXPECT_EQ(make().test_and_write({.depth = 0.5F}, view), true);
  state.tests.tests_depth = true;
  EXPECT_EQ(make().test({.depth = 0.6F}, view), false);
}

TEST_F(Tests, OutsideFailsAndUnmappedIsAnError) {
  EXPECT_EQ(make().test({.x = 16}, view), false);
  EXPECT_EQ(make().test({.layer = 5}, view), false);
  EXPECT_EQ(make().test_and_write({.x = 16}, view), false);
  state.depth_buffer.address = 0x50'0000;
  EXPECT_EQ(make().test({}, view), std::nullopt);
  state.tests.tests_depth = false;
  EXPECT_EQ(make().test_and_write({}, view), std::nullopt);
}

TEST(Stencil, EveryFunctionUnderAMask) {
  const auto passes = [&](unsigned function) {
    const StencilFace face{.function = static_cast<Compare>(function), .test_mask = 0x0F, .reference = 0x75};
    std::string result;
    for (const unsigned stored : {0xF4U, 0x05U, 0x26U})
      result += passes_stencil(face, static_cast<std::uint8_t>(stored)) ? '1' : '0';
    return result;
  };
  // The reference is what is compared with the stored value.
  const char* const kExpected[] = {"111", "000", "001", "010", "011", "100", "101", "110"};
  for (unsigned function = 0; function < 8; ++function) EXPECT_EQ(passes(function), kExpected[function]) << function;
}

TEST(Stencil, EveryOperation) {
  const auto after = [](StencilOperation operation, std::uint8_t stored) {
    return update_stencil({.write_mask = 0xFF, .reference = 0x42}, operation, stored);
  };
  EXPECT_EQ(after(StencilOperation::keep, 0x12), 0x12);
  EXPECT_EQ(after(StencilOperation::zero, 0x12), 0);
  EXPECT_EQ(after(StencilOperation::replace, 0x12), 0x42);
  EXPECT_EQ(after(StencilOperation::increment_saturated, 0xFE), 0xFF);
  EXPECT_EQ(after(StencilOperation::increment_saturated, 0xFF), 0xFF);
  EXPECT_EQ(after(StencilOperation::decrement_saturated, 1), 0);
  EXPECT_EQ(after(StencilOperation::decrement_saturated, 0), 0);
  EXPECT_EQ(after(StencilOperation::increment, 0xFF), 0);
  EXPECT_EQ(after(StencilOperation::decrement, 0), 0xFF);
  EXPECT_EQ(after(StencilOperation::invert, 0x12), 0xED);
  EXPECT_EQ(update_stencil({.write_mask = 0x0F}, StencilOperation::increment, 0xFF), 0xF0);
}

TEST_F(Tests, StencilFailsBeforeTheDepthTest) {
  give_stencil({.function = Compare::equal,
                .when_failed = StencilOperation::invert,
                .when_depth_failed = StencilOperation::increment,
                .when_passed = StencilOperation::zero,
                .test_mask = 0xFF,
                .write_mask = 0xFF,
                .reference = 7});
  store({.depth = 0.5F});
  const auto after = [&](std::uint8_t stored, float depth) {
    stencil() = stored;
    const std::optional<bool> passes = make().test({.depth = depth}, view);
    EXPECT_EQ(stencil(), stored);
    EXPECT_EQ(make().test_and_write({.depth = depth}, view), passes);
    return std::pair(passes, stencil());
  };
  EXPECT_EQ(after(6, 0.25F), std::pair(std::optional(false), std::uint8_t{0xF9}));
  EXPECT_EQ(after(7, 0.75F), std::pair(std::optional(false), std::uint8_t{8}));
  // None of these has written its depth.
  EXPECT_EQ(after(7, 0.25F), std::pair(std::optional(true), std::uint8_t{0}));
  EXPECT_EQ(after(7, 0.3F), std::pair(std::optional(false), std::uint8_t{8}));
}

TEST_F(Tests, BackFacesHaveTheirOwnStencilTest) {
  give_stencil({.when_passed = StencilOperation::increment, .write_mask = 0xFF});
  state.tests.back = {.function = Compare::never, .when_failed = StencilOperation::decrement, .write_mask = 0xFF};
  EXPECT_EQ(make().test_and_write({.depth = -2}, view), true);
  EXPECT_EQ(stencil(), 1);
  EXPECT_EQ(make().test_and_write({.is_back = true}, view), false);
  EXPECT_EQ(stencil(), 0);
}

TEST_F(Tests, StencilIsNotWrittenWithoutLeave) {
  give_stencil({.when_passed = StencilOperation::invert, .write_mask = 0xFF});
  state.tests.tests_depth = false;
  for (bool* const leave : {&state.tests.writes_stencil, &state.depth_buffer.writes_stencil}) {
    *leave = false;
    EXPECT_EQ(make().test_and_write({.depth = -2}, view), true);
    EXPECT_EQ(stencil(), 0);
    *leave = true;
  }
  state.stencil_buffer.address = 0x50'0000;
  EXPECT_EQ(make().test({}, view), std::nullopt);
}

// A depth that the shader has computed is tested and written after it; the rest of the block is not touched.
TEST_F(Tests, AfterTheShader) {
  for (std::uint32_t x = 0; x < 2; ++x) store({.x = x, .depth = 0.5F});
  const std::vector<ScreenTriangle> triangles(1);
  const TargetOutput output({}, make(), {.parts = {.depths = true}, .tests = true, .writes = true, .counts = true},
                            triangles);
  const functions::Pixels pixels{.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 3};
  const functions::PixelValues values{.depths = {0.25F, 0.75F}};
  EXPECT_EQ(output.test(pixels, 3, values, view), 1U);
  EXPECT_TRUE(output.finish(pixels, 3, values, view));
  EXPECT_EQ(output.counted(), 1U);
  EXPECT_EQ(make().test({.x = 0, .depth = 0.3F}, view), false);
  EXPECT_EQ(make().test({.x = 1, .depth = 0.3F}, view), true);
}

TEST_F(Tests, ReferencesOfTheShader) {
  give_stencil({.function = Compare::equal,
                .when_failed = StencilOperation::replace,
                .test_mask = 0xFF,
                .write_mask = 0xFF,
                .reference = 3});
  state.tests.tests_depth = state.tests.writes_depth = false;
  stencil() = 7;
  const std::vector<ScreenTriangle> triangles(1);
  const TargetOutput output({}, make(), {.parts = {.references = true}, .tests = true, .writes = true}, triangles);
  const functions::Pixels pixels{.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 3};
  EXPECT_EQ(output.test(pixels, 1, {.references = {7}}, view), 1U);
  EXPECT_EQ(output.test(pixels, 1, {.references = {8}}, view), 0U);
  EXPECT_TRUE(output.finish(pixels, 1, {.references = {8}}, view));
  EXPECT_EQ(stencil(), 8);
}

// A pixel that fails the alpha test writes nothing.
TEST_F(Tests, Alphas) {
  state.tests.tests_depth = false;
  const std::vector<ScreenTriangle> triangles(1);
  const functions::Pixels pixels{.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 0b111};
  const functions::PixelValues values{.depths = {0.5F, 0.5F, 0.5F}, .alphas = {0.25F, 0.5F, 0.502F}};
  const auto passed = [&](const AlphaTest& test) {
    const TargetOutput output({.alpha_test = test}, make(), {.parts = {.depths = true}, .writes = true}, triangles);
    EXPECT_TRUE(output.finish(pixels, 0b111, values, view));
    return output.test(pixels, 0b111, values, view);
  };
  EXPECT_EQ(passed({.enabled = true, .function = Compare::greater, .reference = f(0.5F)}), 0b100U);
  // Rounded to 8 bits, both are 128.
  EXPECT_EQ(passed({.enabled = true, .function = Compare::equal, .is_unorm8 = true, .reference = 128}), 0b110U);
  float first = 1;
  std::memcpy(&first, bytes.data(), sizeof first);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(passed({}), 0b111U);
  const TargetOutput covering({.turns_alpha_to_coverage = true}, make(), {}, triangles);
  EXPECT_TRUE(covering.has_late_work());
  EXPECT_EQ(covering.test(pixels, 0b111, values, view), 0b100U);
  std::memcpy(&first, bytes.data(), sizeof first);
  EXPECT_EQ(first, 0.5F);
}

}  // namespace
}  // namespace eugene::draw
