// Levels of detail: SKL PRM vol7 "LOD Computation", SAMPLER_STATE's LOD fields.
#include "sampler/lod.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace eugene::sampler {
namespace {

TEST(Lod, LogarithmIsTheNearest) {
  for (double value = 1e-9; value < 1e9; value *= 1.00731) {
    const double exact = std::log2(value) * 256;
    EXPECT_LE(std::fabs(fixed_log2(value) - exact), 0.5 + 1e-6) << value;
  }
  EXPECT_EQ(fixed_log2(1), 0);
  EXPECT_EQ(fixed_log2(8), 3 * 256);
  EXPECT_LT(fixed_log2(0), -15 * 256);
  EXPECT_LT(fixed_log2(std::numeric_limits<double>::quiet_NaN()), -15 * 256);
  EXPECT_GT(fixed_log2(std::numeric_limits<double>::infinity()), 15 * 256);
}

// The definition: each squaring of the mantissa gives a bit.
std::int32_t log2_by_squaring(double value) {
  int exponent = 0;
  double mantissa = 2 * std::frexp(value, &exponent);
  std::int32_t result = exponent - 1;
  for (unsigned i = 0; i < 9; ++i) {
    mantissa *= mantissa;
    result = 2 * result + (mantissa >= 2 ? 1 : 0);
    if (mantissa >= 2) mantissa /= 2;
  }
  return (result + 1) >> 1;
}

TEST(Lod, LogarithmsAreTheSquarings) {
  const auto expect_same = [](double value) { EXPECT_EQ(fixed_log2(value), log2_by_squaring(value)) << value; };
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 100'000; ++i) {
    const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    expect_same(std::ldexp(mantissa, static_cast<int>(random() % 100) - 50));
  }
  // The numbers around each power of two that has a short logarithm, where rounding decides.
  for (int step = 0; step <= 512; ++step) {
    const double power = std::exp2(step / 512.0);
    for (int i = -200; i <= 200; ++i) expect_same(power + i * 0x1p-52);
  }
}

constexpr Levels k64{.scale = {64, 64, 0}, .count = 7};

TEST(Lod, TheLongerGradientDecides) {
  EXPECT_EQ(footprint(k64, {.dx = {1.0F / 64, 0, 0}, .dy = {0, 1.0F / 64, 0}}, 1).lod, 0);
  EXPECT_EQ(footprint(k64, {.dx = {4.0F / 64, 0, 0}, .dy = {0, 1.0F / 64, 0}}, 1).lod, 2 * 256);
  EXPECT_EQ(footprint(k64, {.dx = {1.0F / 64, 0, 0}, .dy = {0, 0.5F / 64, 0}}, 1).lod, 0);
  EXPECT_EQ(footprint(k64, {.dx = {0.5F / 64, 0, 0}, .dy = {0.5F / 64, 0, 0}}, 1).lod, -256);
  // The length of a gradient counts, not its longest part: sqrt 2 is half a level.
  EXPECT_EQ(footprint(k64, {.dx = {1.0F / 64, 1.0F / 64, 0}}, 1).lod, 128);
}

TEST(Lod, AnisotropyTakesMoreSamplesOfAFinerLevel) {
  const Gradients stretched{.dx = {16.0F / 64, 0, 0}, .dy = {0, 4.0F / 64, 0}};
  const Footprint four = footprint(k64, stretched, 16);
  EXPECT_EQ(four.samples, 4U);
  EXPECT_EQ(four.lod, 2 * 256);
  EXPECT_FALSE(four.along_y);
  const Footprint two = footprint(k64, stretched, 2);
  EXPECT_EQ(two.samples, 2U);
  EXPECT_EQ(two.lod, 3 * 256);
  EXPECT_EQ(footprint(k64, {.dx = {1.0F / 64, 0, 0}, .dy = {0, 1.0F / 64, 0}}, 16).samples, 1U);
}

TEST(Lod, MipFilters) {
  SamplerState state{.maximum_lod = 14 * 256};
  state.mip_filter = MipFilter::none;
  EXPECT_EQ(choose_levels(state, k64, 3 * 256, 0).first, 0);
  EXPECT_FALSE(choose_levels(state, k64, 3 * 256, 0).magnified);
  EXPECT_TRUE(choose_levels(state, k64, -1, 0).magnified);
  EXPECT_TRUE(choose_levels(state, k64, 0, 0).magnified);
  state.mip_filter = MipFilter::nearest;
  EXPECT_EQ(choose_levels(state, k64, 2 * 256 + 127, 0).first, 2);
  EXPECT_EQ(choose_levels(state, k64, 2 * 256 + 128, 0).first, 3);
  EXPECT_EQ(choose_levels(state, k64, 2 * 256 + 128, 0).weight, 0);
  state.mip_filter = MipFilter::linear;
  const LevelChoice between = choose_levels(state, k64, 2 * 256 + 64, 0);
  EXPECT_EQ(between.first, 2);
  EXPECT_EQ(between.second, 3);
  EXPECT_EQ(between.weight, 64);
}

TEST(Lod, BiasMinimumAndMaximum) {
  SamplerState state{.mip_filter = MipFilter::linear, .lod_bias = 256, .minimum_lod = 128, .maximum_lod = 4 * 256};
  EXPECT_EQ(choose_levels(state, k64, 256, 0).clamped, 2 * 256);
  EXPECT_EQ(choose_levels(state, k64, -5 * 256, 0).clamped, 128);
  EXPECT_EQ(choose_levels(state, k64, -5 * 256, 0).unclamped, -4 * 256);
  EXPECT_EQ(choose_levels(state, k64, 9 * 256, 0).clamped, 4 * 256);
  EXPECT_EQ(choose_levels(state, k64, 0, 3 * 256).clamped, 3 * 256);  // the message's own
  state.maximum_lod = 14 * 256;
  EXPECT_EQ(choose_levels(state, k64, 14 * 256, 0).clamped, 6 * 256);  // the last level
  const Levels resident{.scale = {64, 64, 0}, .count = 7, .minimum = 5 * 256};
  EXPECT_EQ(choose_levels(state, resident, 0, 0).clamped, 5 * 256);
}

TEST(Lod, PreClampDecidesMagnification) {
  SamplerState state{.mip_filter = MipFilter::linear, .minimum_lod = 256, .maximum_lod = 14 * 256};
  EXPECT_TRUE(choose_levels(state, k64, -1, 0).magnified);
  state.clamps_lod_first = true;
  EXPECT_FALSE(choose_levels(state, k64, -1, 0).magnified);
}

}  // namespace
}  // namespace eugene::sampler
