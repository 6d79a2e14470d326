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

std::vector<eu::Grf> write(const PixelPayloadLayout& layout) {
  std::vector<eu::Grf> registers(eu::kGrfCount);
  const SetupTriangle of = triangle();
  write_pixel_payload(layout,
                      {.triangle = &of, .pixels = block_pixels({.x = 8, .y = 4, .pixels = 0x8001}), .max_depth = 1.25F},
                      registers);
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
