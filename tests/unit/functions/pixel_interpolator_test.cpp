// Messages to the pixel interpolator.
#include "functions/pixel_interpolator.h"

#include <gtest/gtest.h>

#include "port_fixture.h"

namespace eugene::functions {
namespace {

// Weights that name their place.
class Places final : public PixelInterpolation {
 public:
  Weights find_weights(std::uint32_t triangle, double x, double y, bool is_linear) const override {
    EXPECT_EQ(triangle, 3U);
    return {.second = static_cast<float>(x), .third = static_cast<float>(is_linear ? -y : y)};
  }
};

struct PixelInterpolatorTest : PortTest {
  static constexpr std::uint8_t kSharedOffset = 0, kSample = 1, kCentroid = 2, kOffsets = 3;

  void ask(const isa::PixelInterpolator& message, const Registers& payload, std::uint32_t channels) {
    port.set_pixels(
        {.subspan = {0x4'0008, 0x4'000A, 0x6'0008, 0x6'000A}, .mask = 0xFFFF, .interpolation = &places, .source = 3});
    const unsigned lanes = message.simd16 ? 16 : 8;
    done({.sfid = isa::Sfid::pixel_interpolator, .body = message}, payload, lanes / 4, channels, lanes);
  }
  float value(unsigned reg, unsigned lane) const { return returned<float>(reg * 8 + lane); }

  Places places;
};

// The middle of pixel 0 is (8.5, 4.5). An offset has four bits: sixteenths of a pixel, with a sign.
TEST_F(PixelInterpolatorTest, OneOffsetForAll) {
  ask({.type = kSharedOffset, .data = 0x97}, Registers(1), 0xFF);
  EXPECT_EQ(value(0, 0), 8.5F + 7 / 16.0F);
  EXPECT_EQ(value(1, 0), 4.5F - 7 / 16.0F);
  EXPECT_EQ(value(0, 5), 11.5F + 7 / 16.0F);
  ask({.type = kSharedOffset, .data = 0x08, .linear = true, .simd16 = true}, Registers(1), 0xFFFF);
  EXPECT_EQ(value(0, 0), 8.0F);
  EXPECT_EQ(value(1, 7), -5.5F);
  EXPECT_EQ(value(2, 0), 8.0F);  // pixel 8
  EXPECT_EQ(value(3, 7), -7.5F);
}

TEST_F(PixelInterpolatorTest, OffsetsOfEachPixel) {
  std::vector<std::uint32_t> offsets(32, 0);
  offsets[9] = 0xFFFF'FFFC;  // pixel 9, x: -4/16
  offsets[16 + 9] = 4;       // y
  ask({.type = kOffsets, .simd16 = true}, registers(offsets), 0xFFFF);
  EXPECT_EQ(value(2, 1), 9.25F);
  EXPECT_EQ(value(3, 1), 6.75F);
  EXPECT_EQ(value(0, 0), 8.5F);
}

// With one sample a pixel, samples and centroids are the middles.
TEST_F(PixelInterpolatorTest, SamplesAndCentroids) {
  for (const std::uint8_t type : {kSample, kCentroid}) {
    ask({.type = type, .data = 0x30}, Registers(1), 0x02);
    EXPECT_EQ(value(0, 1), 9.5F);
    EXPECT_EQ(value(1, 1), 4.5F);
    EXPECT_NE(value(0, 0), 8.5F);  // a channel that is off
  }
}

}  // namespace
}  // namespace eugene::functions
