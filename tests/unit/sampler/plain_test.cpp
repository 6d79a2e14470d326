// The fast path for the common case, compared with the general path: equal bits for every coordinate, state and format.
#include "sampler/plain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "memory/flat_memory.h"
#include "sampler/texture.h"

namespace eugene::sampler::plain_test {
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

memory::SurfaceState cube_of(std::string_view format, memory::TileMode tile) {
  memory::SurfaceState state = surface_of(format, tile);
  state.type = memory::SurfaceType::three_d;
  state.depth = 3;
  state.qpitch = 16;
  return state;
}

// Lanes of coordinates near the level and far from it, and at texels' centres; some are no numbers.
struct Coordinates {
  std::array<Lanes<float>, 3> at{};
  std::array<Lanes<std::int32_t>, 3> whole{};

  // Neighbouring lanes read neighbouring texels of a row, which may begin or end outside the level.
  void follow_a_row(std::mt19937& random, bool normalised) {
    const auto column = static_cast<float>(static_cast<int>(random() % 12) - 3);
    const auto row = static_cast<float>(random() % 13);
    const float fraction = random() % 2 == 0 ? 0.5F : 0.75F;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      at[0][lane] = (column + static_cast<float>(lane) + fraction) / (normalised ? 21 : 1);
      at[1][lane] = (row + fraction) / (normalised ? 13 : 1);
      whole[0][lane] = static_cast<std::int32_t>(column) + static_cast<std::int32_t>(lane);
      whole[1][lane] = static_cast<std::int32_t>(row);
    }
  }
  // Four lanes each read neighbouring texels of a row. The rows are a block of four by four texels or anywhere. In some
  // of them, the texels are not all of the same row.
  void follow_fours(std::mt19937& random, bool normalised) {
    const bool is_block = random() % 2 == 0;
    std::int32_t column = 0;
    std::int32_t row = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (lane == 0 || (lane % 4 == 0 && !is_block)) {
        column = static_cast<std::int32_t>(random() % 20) - 2;
        row = static_cast<std::int32_t>(random() % 12) - 1;
      }
      const bool is_stray = lane % 4 == 2 && random() % 32 == 0;
      whole[0][lane] = column + static_cast<std::int32_t>(lane % 4);
      whole[1][lane] = row + static_cast<std::int32_t>(is_block ? lane / 4 : 0) + (is_stray ? 1 : 0);
      at[0][lane] = (static_cast<float>(whole[0][lane]) + 0.75F) / (normalised ? 21 : 1);
      at[1][lane] = (static_cast<float>(whole[1][lane]) + 0.75F) / (normalised ? 13 : 1);
    }
  }
  Coordinates(std::mt19937& random, bool normalised) {
    constexpr std::array<float, 6> kOdd{NAN, INFINITY, -INFINITY, 1e9F, -3e20F, -0.0F};
    std::uniform_real_distribution<float> near(-1.5F, 2.5F);
    const float scale = normalised ? 1 : 20;
    for (unsigned axis = 0; axis < 3; ++axis) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        at[axis][lane] = near(random) * scale;
        if (lane % 8 == 0) at[axis][lane] = (static_cast<float>(random() % 21) + 0.5F) / (normalised ? 21 : 1);
        whole[axis][lane] = static_cast<std::int32_t>(random() % 30) - 4;
      }
      if (random() % 8 == 0) at[axis][random() % kLanes] = kOdd[random() % kOdd.size()];
    }
    switch (random() % 4) {
      case 0: follow_a_row(random, normalised); break;
      case 1: follow_fours(random, normalised); break;
      default: break;
    }
  }
};

struct Texels {
  std::array<Lanes<std::uint32_t>, 4> channel;
  TexelLanes places() { return {channel[0].data(), channel[1].data(), channel[2].data(), channel[3].data()}; }
};

struct Compared {
  const memory::TexelReader& reader;
  const SamplerState& state;
  memory::View& view;
  std::mt19937& random;
  unsigned times;

  void compare() {
    const Pixel border{0x3F000000, 0x3E000000, 0x3F800000, 0x3F400000};
    Texture texture(reader, state, border, view);
    auto plain = PlainTexture::make(reader, state, border, choose_levels(state, texture.levels(), 0, 0));
    ASSERT_TRUE(plain.has_value());
    LaneRuns runs;
    for (unsigned i = 0; i < times; ++i) {
      const Coordinates lanes(random, state.normalised);
      Texels sampled;
      Texels loaded;
      if (random() % 8 == 0) plain->use_any_host();
      ASSERT_TRUE(plain->sample(view, {lanes.at[0].data(), lanes.at[1].data(), lanes.at[2].data()}, 0xF, kLanes,
                                sampled.places(), random() % 2 == 0 ? &runs : nullptr));
      ASSERT_TRUE(plain->load(view, {lanes.whole[0].data(), lanes.whole[1].data(), lanes.whole[2].data()}, 0xF, kLanes,
                              loaded.places()));
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        Request request;
        std::array<std::int32_t, 4> whole{};
        request.point.at[2] = lanes.at[2][lane];  // r, or the layer of an array
        for (unsigned axis = 0; axis < texture.axes(); ++axis) {
          request.point.at[axis] = lanes.at[axis][lane];
          whole[axis] = lanes.whole[axis][lane];
        }
        const auto pixel = [lane](const Texels& texels) {
          return Pixel{texels.channel[0][lane], texels.channel[1][lane], texels.channel[2][lane],
                       texels.channel[3][lane]};
        };
        ASSERT_EQ(pixel(sampled), texture.sample(request)) << lanes.at[0][lane] << ' ' << lanes.at[1][lane];
        ASSERT_EQ(pixel(loaded), texture.load(whole, 0, 0)) << whole[0] << ' ' << whole[1] << ' ' << whole[2];
      }
    }
  }
};

TEST_F(Plain, GivesWhatTextureGives) {
  constexpr std::string_view kFormats[]{
      "R8G8B8A8_UNORM",    "B8G8R8A8_UNORM",     "B8G8R8X8_UNORM",    "R8G8B8A8_UNORM_SRGB", "R8G8B8A8_SNORM",
      "R8_UNORM",          "A8_UNORM",           "R8G8_UNORM",        "R8G8B8A8_UINT",       "R8G8B8A8_SINT",
      "R8_UINT",           "R8G8_UINT",          "R32_FLOAT",         "R32G32_FLOAT",        "R32_SINT",
      "R32G32B32A32_UINT", "R32G32B32A32_FLOAT", "R16_FLOAT",         "R16G16B16A16_FLOAT",  "R16G16_FLOAT",
      "R16_UNORM",         "R16_UINT",           "R16_SINT",          "R16G16_UNORM",        "R16G16B16A16_UNORM",
      "R16G16_UINT",       "R16G16B16A16_UINT",  "R16G16B16A16_SINT", "R32G32_UINT"};
  constexpr AddressMode kModes[]{AddressMode::wrap, AddressMode::mirror, AddressMode::clamp, AddressMode::border,
                                 AddressMode::mirror_once};
  std::mt19937 random(7);
  for (const std::string_view format : kFormats) {
    for (const memory::TileMode tile : {memory::TileMode::linear, memory::TileMode::x, memory::TileMode::y}) {
      for (const bool is_3d : {false, true}) {
        memory::SurfaceState surface = is_3d ? cube_of(format, tile) : surface_of(format, tile);
        if (random() % 2 == 0) surface.channel_select = {6, 5, 4, 1};
        if (!is_3d && random() % 2 == 0) {  // an array of the second layer only
          surface.is_array = true;
          surface.slices.first = 1;
          surface.qpitch = 16;
        }
        const auto reader = memory::TexelReader::make(surface);
        ASSERT_TRUE(reader.has_value());
        for (const AddressMode mode : kModes) {
          const AddressMode second = random() % 2 == 0 ? mode : kModes[random() % 5];
          SamplerState state{.min_filter = random() % 2 == 0 ? Filter::nearest : Filter::linear,
                             .mag_filter = random() % 2 == 0 ? Filter::nearest : Filter::linear,
                             .address = {mode, second, kModes[random() % 5]},
                             .normalised = random() % 4 != 0};
          state.rounds_mag[0] = random() % 2 == 0;
          SCOPED_TRACE(testing::Message()
                       << format << ' ' << static_cast<int>(tile) << ' ' << is_3d << ' ' << static_cast<int>(mode));
          Compared{*reader, state, view, random, 40}.compare();
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_F(Plain, WritesTheChannelsAndLanesAskedForOnly) {
  const auto reader = memory::TexelReader::make(surface_of("R8G8B8A8_UNORM", memory::TileMode::y));
  const SamplerState state{.min_filter = Filter::linear, .mag_filter = Filter::linear};
  auto plain = PlainTexture::make(*reader, state, {}, LevelChoice{});
  ASSERT_TRUE(plain.has_value());
  std::mt19937 random(11);
  const Coordinates lanes(random, true);
  constexpr std::uint32_t kUntouched = 0xDEADBEEF;  // no value of the format
  for (std::uint8_t channels = 0; channels < 16; ++channels) {
    for (const unsigned count : {8U, 16U}) {
      Texels sampled;
      for (auto& channel : sampled.channel) channel.fill(kUntouched);
      Texels loaded = sampled;
      ASSERT_TRUE(plain->sample(view, {lanes.at[0].data(), lanes.at[1].data(), lanes.at[2].data()}, channels, count,
                                sampled.places()));
      ASSERT_TRUE(plain->load(view, {lanes.whole[0].data(), lanes.whole[1].data(), lanes.whole[2].data()}, channels,
                              count, loaded.places()));
      for (unsigned channel = 0; channel < 4; ++channel) {
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          const bool asked = (channels >> channel & 1) != 0 && lane < count;
          EXPECT_EQ(sampled.channel[channel][lane] != kUntouched, asked);
          EXPECT_EQ(loaded.channel[channel][lane] != kUntouched, asked);
        }
      }
    }
  }
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
  array.qpitch = 16;
  EXPECT_TRUE(takes(array, state));
  array.depth = 2;
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
  const Lanes<std::int32_t> zeros{};
  TexelLanes texels;
  EXPECT_FALSE(plain->load(view, {zeros.data(), zeros.data(), zeros.data()}, 0xF, kLanes, texels));
}

}  // namespace
}  // namespace eugene::sampler::plain_test
