// SAMPLER_STATE of both generations, and border colours.
#include "sampler/state.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace eugene::sampler {
namespace {

std::array<std::byte, 16> bytes_of(const std::array<std::uint32_t, 4>& dwords) {
  return std::bit_cast<std::array<std::byte, 16>>(dwords);
}

TEST(SamplerState, FieldsOfGen9) {
  const SamplerState state = decode_sampler_state(
      kGen9Samplers,
      bytes_of({2U << 27 | 3U << 20 | 1U << 17 | 2U << 14 | 0x1F80U << 1, 0x180U << 20 | 0xE00U << 8 | 2U << 1 | 1U,
                0x40, 7U << 19 | 1U << 17 | 1U << 10 | 4U << 6 | 1U << 3 | 6U}));
  EXPECT_EQ(state.mip_filter, MipFilter::linear);
  EXPECT_EQ(state.mag_filter, Filter::linear);
  EXPECT_EQ(state.min_filter, Filter::anisotropic);
  EXPECT_TRUE(state.clamps_lod_first);
  EXPECT_EQ(state.lod_bias, -128);
  EXPECT_EQ(state.minimum_lod, 0x180);
  EXPECT_EQ(state.maximum_lod, 0xE00);
  EXPECT_EQ(state.comparison, Comparison::less);
  EXPECT_EQ(state.border_pointer, 0x40U);
  EXPECT_EQ(state.maximum_anisotropy, 16);
  EXPECT_FALSE(state.normalised);
  EXPECT_TRUE(state.overrides_cubes);
  EXPECT_EQ(state.address, (std::array{AddressMode::border, AddressMode::mirror, AddressMode::half_border}));
  EXPECT_TRUE(state.rounds_min[0]);
  EXPECT_FALSE(state.rounds_mag[0]);
}

TEST(SamplerState, FieldsOfGen6) {
  const SamplerState state = decode_sampler_state(
      kGen6Samplers,
      bytes_of({1U << 28 | 3U << 22 | 5U | 0x7C0U << 3, 0x40U << 22 | 0x380U << 12 | 2U << 6, 0xFFFF'FFE0, 1}));
  EXPECT_TRUE(state.clamps_lod_first);
  EXPECT_EQ(state.base_level, 3);
  EXPECT_EQ(state.comparison, Comparison::greater);
  EXPECT_EQ(state.lod_bias, -256);  // S4.6 and U4.6 become S4.8 and U4.8
  EXPECT_EQ(state.minimum_lod, 256);
  EXPECT_EQ(state.maximum_lod, 14 * 256);
  EXPECT_EQ(state.address[0], AddressMode::clamp);
  EXPECT_EQ(state.border_pointer, 0xFFFF'FFE0);
  EXPECT_FALSE(state.normalised);
}

TEST(SamplerState, EncodingIsTheInverse) {
  SamplerState state{.min_filter = Filter::linear,
                     .mag_filter = Filter::anisotropic,
                     .mip_filter = MipFilter::nearest,
                     .lod_bias = -64,
                     .minimum_lod = 256,
                     .maximum_lod = 3 * 256,
                     .clamps_lod_first = true,
                     .address = {AddressMode::mirror, AddressMode::border, AddressMode::wrap},
                     .rounds_min = {true, false, true},
                     .rounds_mag = {false, true, false},
                     .normalised = false,
                     .maximum_anisotropy = 10,
                     .comparison = Comparison::not_equal,
                     .border_pointer = 0x1240};
  for (const SamplerLayout* layout : {&kGen6Samplers, &kGen9Samplers}) {
    EXPECT_EQ(decode_sampler_state(*layout, encode_sampler_state(*layout, state)), state);
  }
}

TEST(SamplerState, BorderColours) {
  const std::array<float, 4> colour{2, -2, 0.25F, -0.5F};
  const auto border = [&](const SamplerLayout& layout, std::string_view format) {
    std::array<std::byte, kMaxBorderBytes> bytes{};
    std::memcpy(bytes.data() + 4 * layout.border_float_dword, colour.data(), sizeof(colour));
    return std::bit_cast<std::array<float, 4>>(
        decode_border(layout, false, *memory::find_format(format), std::span(bytes).first(layout.border_bytes)));
  };
  using Colour = std::array<float, 4>;
  for (const SamplerLayout* layout : {&kGen6Samplers, &kGen9Samplers}) {
    EXPECT_EQ(border(*layout, "R32G32B32A32_FLOAT"), colour);
    EXPECT_EQ(border(*layout, "R8G8B8A8_UNORM"), (Colour{1, 0, 0.25F, 0}));
    EXPECT_EQ(border(*layout, "R8G8B8A8_SNORM"), (Colour{1, -1, 0.25F, -0.5F}));
    EXPECT_EQ(border(*layout, "R16_UNORM"), (Colour{1, 0, 0, 1}));  // absent channels have the same values in texels
    EXPECT_EQ(border(*layout, "R8G8B8A8_UINT"), colour);            // the bits are not converted
  }
  std::array<std::byte, kMaxBorderBytes> bytes{std::byte{255}, std::byte{51}, std::byte{0}, std::byte{102}};
  const auto legacy = decode_border(kGen6Samplers, true, *memory::find_format("R8G8B8A8_UNORM"), bytes);
  EXPECT_EQ((std::bit_cast<Colour>(legacy)), (Colour{1, 0.2F, 0, 0.4F}));
}

}  // namespace
}  // namespace eugene::sampler
