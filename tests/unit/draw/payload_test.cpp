// Registers of pixel shader threads.
#include "draw/pixel/payload.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "draw/pixel/block_pixels.h"

namespace eugene::draw {
namespace {

float number(const eu::Grf& grf, unsigned index) {
  float value = 0;
  std::memcpy(&value, grf.bytes.data() + index * sizeof value, sizeof value);
  return value;
}
std::uint32_t dword(const eu::Grf& grf, unsigned index) {
  std::uint32_t value = 0;
  std::memcpy(&value, grf.bytes.data() + index * sizeof value, sizeof value);
  return value;
}

// Weights that name their pixel: the second vertex has x, the third has y.
SetupTriangle triangle() {
  SetupTriangle result;
  result.inverse_w = {.origin = 0.5};
  result.over_w = {ScreenPlane{.by_x = 0.5}, ScreenPlane{.by_y = 0.5}};
  result.linear = {ScreenPlane{.by_x = -1}, ScreenPlane{.by_y = -1}};
  result.depth = {.by_x = 0.125};
  return result;
}

std::vector<eu::Grf> write(const PixelPayloadLayout& layout, const SetupTriangle& of = triangle()) {
  std::vector<eu::Grf> registers(eu::kGrfCount);
  const functions::Pixels pixels = block_pixels({.x = 8, .y = 4, .pixels = 0x8001});
  write_pixel_payload(layout, {.triangle = &of, .pixels = &pixels, .max_depth = 1.25F}, registers);
  return registers;
}

TEST(PixelPayload, PlacesAndMask) {
  const auto registers = write({});
  EXPECT_EQ(dword(registers[1], 2), 0x4'0008U);
  EXPECT_EQ(dword(registers[1], 3), 0x4'000AU);
  EXPECT_EQ(dword(registers[1], 4), 0x6'0008U);
  EXPECT_EQ(dword(registers[1], 5), 0x6'000AU);
  EXPECT_EQ(dword(registers[1], 7), 0x8001'8001U);
}

// The weights of pixels 0 to 7, then of pixels 8 to 15; each at the middle of its pixel, lit or not.
TEST(PixelPayload, PerspectiveOfSixteen) {
  const PixelPayloadLayout layout{.pixels = 16, .barycentrics = 1};
  EXPECT_EQ(layout.end(), 6U);
  const auto registers = write(layout);
  EXPECT_EQ(number(registers[2], 0), 8.5F);
  EXPECT_EQ(number(registers[2], 5), 11.5F);
  EXPECT_EQ(number(registers[3], 2), 5.5F);
  EXPECT_EQ(number(registers[4], 7), 11.5F);
  EXPECT_EQ(number(registers[5], 7), 7.5F);
}

// The weights are equal bit for bit, whether w differs from pixel to pixel or not.
TEST(PixelPayload, WeightsAreThoseOfTheTriangle) {
  SetupTriangle of = triangle();
  for (const double by_x : {0.0, 0.125}) {
    of.inverse_w = {.by_x = by_x, .by_y = -by_x / 3, .origin = 0.7};
    const auto registers = write({.pixels = 16, .barycentrics = 1}, of);
    const Barycentrics first = of.perspective_at(8.5, 4.5), last = of.perspective_at(11.5, 7.5);
    EXPECT_EQ(number(registers[2], 0), first.second);
    EXPECT_EQ(number(registers[3], 0), first.third);
    EXPECT_EQ(number(registers[4], 7), last.second);
    EXPECT_EQ(number(registers[5], 7), last.third);
  }
}

TEST(PixelPayload, EverythingInOrder) {
  const PixelPayloadLayout layout{
      .pixels = 8, .barycentrics = 0b1001, .has_depth = true, .has_w = true, .has_offsets = true};
  EXPECT_EQ(layout.end(), 2U + 4 + 1 + 1 + 1);
  const auto registers = write(layout);
  EXPECT_EQ(number(registers[2], 0), 8.5F);
  EXPECT_EQ(number(registers[4], 0), -8.5F);
  EXPECT_EQ(number(registers[5], 0), -4.5F);
  EXPECT_EQ(number(registers[6], 0), 8.5F / 8);
  EXPECT_EQ(number(registers[6], 5), 1.25F);  // clamped
  EXPECT_EQ(number(registers[7], 0), 2);      // w
  EXPECT_EQ(dword(registers[8], 0), 0x0808'0808U);
}

TEST(PixelPayload, CoverageIsLast) {
  const PixelPayloadLayout layout{.pixels = 16, .has_w = true, .has_coverage = true};
  EXPECT_EQ(layout.end(), 2U + 2 + 2);
  const auto registers = write(layout);
  EXPECT_EQ(dword(registers[4], 0), 1U);
  EXPECT_EQ(dword(registers[4], 1), 0U);
  EXPECT_EQ(dword(registers[5], 7), 1U);
}

TEST(PixelPayload, KernelOfSixteenPixelsFirst) {
  PixelShader shader{.has_8 = true, .first_kernel = 64, .third_kernel = 128, .first_register = 3, .third_register = 5};
  EXPECT_EQ(find_pixel_kernel(shader).pixels, 8U);
  shader.has_16 = true;
  EXPECT_EQ(find_pixel_kernel(shader).start, 128U);
  EXPECT_EQ(find_pixel_kernel(shader).first_register, 5U);
  shader.has_8 = false;
  EXPECT_EQ(find_pixel_kernel(shader).start, 64U);
  shader.has_16 = false;
  EXPECT_EQ(find_pixel_kernel(shader).pixels, 0U);
}

}  // namespace
}  // namespace eugene::draw
