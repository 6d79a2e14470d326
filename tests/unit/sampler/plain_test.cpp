// The short way of the common case against the long one: the same bits for every coordinate, state and format.
#include "sampler/plain.h"

#include <gtest/gtest.h>

#include <random>

#include "memory/flat_memory.h"
#include "sampler/texture.h"

namespace eugene::sampler {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;

struct Plain : ::testing::Test {
  Plain() : memory(*flat.map(kBase, 0x1'0000)), view(flat) {
    std::mt19937 random(5);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
  }
  memory::FlatMemory flat;
  std::span<std::byte> memory;
  memory::View view;
};

memory::SurfaceState surface_of(std::string_view format, memory::TileMode tile) {
  memory::SurfaceState state{.type = memory::SurfaceType::two_d,
                             .tile = tile,
                             .format = memory::find_format(format)->code,
                             .width = 21,
                             .height = 13,
                             .pitch = 1024,
                             .base = kBase};
  return state;
}

TEST_F(Plain, GivesWhatTextureGives) {
  constexpr std::string_view kFormats[]{"R8G8B8A8_UNORM",     "B8G8R8A8_UNORM", "R8G8B8A8_SNORM", "R8_UNORM",
                                        "A8_UNORM",           "R8G8B8A8_UINT",  "R32_FLOAT",      "R32G32_FLOAT",
                                        "R32G32B32A32_FLOAT", "R16_FLOAT",      "R32_SINT",       "R16G16B16A16_FLOAT"};
  constexpr AddressMode kModes[]{AddressMode::wrap, AddressMode::mirror, AddressMode::clamp, AddressMode::border,
                                 AddressMode::mirror_once};
  std::mt19937 random(7);
  std::uniform_real_distribution<float> near(-1.5F, 2.5F);
  unsigned compared = 0;
  for (const std::string_view format : kFormats) {
    for (const memory::TileMode tile : {memory::TileMode::linear, memory::TileMode::x, memory::TileMode::y}) {
      memory::SurfaceState surface = surface_of(format, tile);
      if (random() % 2 == 0) surface.channel_select = {6, 5, 4, 1};
      const auto reader = memory::TexelReader::make(surface);
      ASSERT_TRUE(reader.has_value());
      for (const AddressMode mode : kModes) {
        SamplerState state{.min_filter = random() % 2 == 0 ? Filter::nearest : Filter::linear,
                           .mag_filter = random() % 2 == 0 ? Filter::nearest : Filter::linear,
                           .address = {mode, kModes[random() % 5], mode},
                           .normalised = random() % 4 != 0};
        state.rounds_mag[0] = random() % 2 == 0;
        const Pixel border{0x3F000000, 0x3E000000, 0x3F800000, 0x3F400000};
        Texture texture(*reader, state, border, view);
        auto plain = PlainTexture::make(*reader, state, border, choose_levels(state, texture.levels(), 0, 0));
        ASSERT_TRUE(plain.has_value()) << format;
        for (unsigned i = 0; i < 200; ++i) {
          Request request;
          const float scale = state.normalised ? 1 : 20;
          request.point.at = {near(random) * scale, near(random) * scale, 0, 0};
          if (i % 8 == 0) request.point.at[0] = (static_cast<float>(i % 21) + 0.5F) / (state.normalised ? 21 : 1);
          Pixel texel{};
          ASSERT_TRUE(plain->sample(view, request.point.at[0], request.point.at[1], texel));
          ASSERT_EQ(texel, texture.sample(request)) << format << ' ' << static_cast<int>(mode) << ' ' << i;
          const auto x = static_cast<std::int32_t>(random() % 30) - 4;
          const auto y = static_cast<std::int32_t>(random() % 20) - 4;
          ASSERT_TRUE(plain->load(view, x, y, texel));
          ASSERT_EQ(texel, texture.load({x, y, 0, 0}, 0, 0)) << format << ' ' << x << ' ' << y;
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 12U * 3 * 5 * 200);
}

TEST_F(Plain, LeavesTheRestToTexture) {
  const SamplerState state;
  const auto takes = [&](const memory::SurfaceState& surface, const SamplerState& with) {
    const auto reader = memory::TexelReader::make(surface);
    return PlainTexture::make(*reader, with, {}, LevelChoice{}).has_value();
  };
  const memory::SurfaceState plain = surface_of("R8G8B8A8_UNORM", memory::TileMode::linear);
  EXPECT_TRUE(takes(plain, state));
  memory::SurfaceState array = plain;
  array.is_array = true;
  EXPECT_FALSE(takes(array, state));
  EXPECT_FALSE(takes(surface_of("B5G6R5_UNORM", memory::TileMode::linear), state));
  EXPECT_FALSE(takes(plain, {.disabled = true}));
  EXPECT_FALSE(takes(plain, {.reduction = Reduction::minimum}));
}

TEST_F(Plain, UnmappedMemoryIsLeftToTexture) {
  memory::SurfaceState surface = surface_of("R32_FLOAT", memory::TileMode::linear);
  surface.base = kBase + 0x1'0000 - 1024;  // the second row is not there
  const auto reader = memory::TexelReader::make(surface);
  const SamplerState state;
  auto plain = PlainTexture::make(*reader, state, {}, LevelChoice{});
  Pixel texel{};
  EXPECT_TRUE(plain->load(view, 3, 0, texel));
  EXPECT_FALSE(plain->load(view, 3, 1, texel));
}

}  // namespace
}  // namespace eugene::sampler
