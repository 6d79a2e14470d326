// The fast path for several levels, compared with the general path: equal bits for every coordinate, state and format.
#include "sampler/plain_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "memory/flat_memory.h"
#include "sampler/texture.h"

namespace eugene::sampler::plain_levels_test {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;
constexpr unsigned kQuads = kLanes / kQuadLanes;

memory::SurfaceState surface_of(std::string_view format, memory::TileMode tile, bool is_3d) {
  memory::SurfaceState state{.type = is_3d ? memory::SurfaceType::three_d : memory::SurfaceType::two_d,
                             .tile = tile,
                             .format = memory::find_format(format)->code,
                             .width = 29,
                             .height = 13,
                             .pitch = 1024,
                             .base = kBase};
  if (is_3d) {
    state.depth = 3;
    state.qpitch = 32;
  }
  state.mips.count = 4;
  return state;
}

struct Texels {
  std::array<Lanes<std::uint32_t>, 4> channel;
  TexelLanes places() { return {channel[0].data(), channel[1].data(), channel[2].data(), channel[3].data()}; }
  Pixel pixel(unsigned lane) const { return {channel[0][lane], channel[1][lane], channel[2][lane], channel[3][lane]}; }
};

struct Levels : ::testing::Test {
  Levels() : memory(*flat.map(kBase, 0x4'0000)), view(flat) {
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
  }

  SamplerState random_state() {
    constexpr std::array<AddressMode, 5> kModes{AddressMode::wrap, AddressMode::mirror, AddressMode::clamp,
                                                AddressMode::border, AddressMode::mirror_once};
    constexpr std::array<MipFilter, 3> kMips{MipFilter::none, MipFilter::nearest, MipFilter::linear};
    const auto filter = [&] { return random() % 3 == 0 ? Filter::nearest : Filter::linear; };
    SamplerState state{.min_filter = filter(),
                       .mag_filter = filter(),
                       .mip_filter = kMips[random() % 4 % kMips.size()],
                       .minimum_lod = static_cast<std::int32_t>(random() % 300),
                       .maximum_lod = 14 * 256,
                       .clamps_lod_first = random() % 2 == 0,
                       .address = {kModes[random() % 5], kModes[random() % 5], kModes[random() % 5]},
                       .normalised = random() % 8 != 0};
    state.rounds_mag[0] = random() % 2 == 0;
    state.rounds_min[1] = random() % 2 == 0;
    return state;
  }
  float random_coordinate(const SamplerState& state) {
    constexpr std::array<float, 5> kOdd{NAN, INFINITY, -INFINITY, 1e9F, -0.0F};
    if (random() % 64 == 0) return kOdd[random() % kOdd.size()];
    return std::uniform_real_distribution<float>(-1.5F, 2.5F)(random) * (state.normalised ? 1 : 20);
  }

  // Samples random coordinates in random levels, the same level in all quads or others.
  void compare(const memory::TexelReader& reader, const SamplerState& state, unsigned times) {
    const Pixel border{0x3F000000, 0x3E000000, 0x3F800000, 0x3F400000};
    Texture texture(reader, state, border, view);
    PlainLevels levels(reader, state, border);
    if (random() % 2 == 0) levels.use_any_host();
    for (unsigned i = 0; i < times; ++i) {
      std::array<Lanes<float>, 3> at;
      for (auto& axis : at)
        for (float& coordinate : axis) coordinate = random_coordinate(state);
      std::array<std::int32_t, kQuads> lods;
      std::array<LevelChoice, kQuads> choices;
      const bool is_same = random() % 2 == 0;
      for (unsigned quad = 0; quad < kQuads; ++quad) {
        const bool is_whole = random() % 8 == 0;
        lods[quad] = quad != 0 && is_same ? lods[0] : static_cast<std::int32_t>(random() % 1500) - 100;
        if (is_whole) lods[quad] &= ~0xFF;
        choices[quad] = choose_levels(state, texture.levels(), lods[quad], 0);
      }
      Texels sampled;
      ASSERT_TRUE(levels.sample(view, {at[0].data(), at[1].data(), at[2].data()}, choices, 0xF, sampled.places()));
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        Request request{.lod = lods[lane / kQuadLanes]};
        for (unsigned axis = 0; axis < 3; ++axis) request.point.at[axis] = at[axis][lane];
        ASSERT_EQ(sampled.pixel(lane), texture.sample(request))
            << at[0][lane] << ' ' << at[1][lane] << ' ' << request.lod;
      }
    }
  }

  std::mt19937 random{11};
  memory::FlatMemory flat;
  std::span<std::byte> memory;
  memory::View view;
};

TEST_F(Levels, GivesWhatTextureGives) {
  constexpr std::string_view kFormats[]{
      "R8G8B8A8_UNORM", "B8G8R8A8_UNORM", "R8G8B8A8_UNORM_SRGB", "R8G8B8A8_SNORM",     "R8_UNORM",
      "R32_FLOAT",      "R16_FLOAT",      "R32G32_FLOAT",        "R16G16B16A16_FLOAT", "R32G32B32A32_FLOAT"};
  for (const std::string_view format : kFormats) {
    for (const memory::TileMode tile : {memory::TileMode::linear, memory::TileMode::x, memory::TileMode::y}) {
      for (const bool is_3d : {false, true}) {
        memory::SurfaceState surface = surface_of(format, tile, is_3d);
        if (random() % 2 == 0) surface.channel_select = {6, 5, 4, 1};
        if (random() % 4 == 0) surface.mips.minimum_lod = 1;
        const auto reader = memory::TexelReader::make(surface);
        ASSERT_TRUE(reader.has_value());
        for (unsigned turn = 0; turn < 12; ++turn) {
          SCOPED_TRACE(testing::Message() << format << ' ' << static_cast<int>(tile) << ' ' << is_3d);
          compare(*reader, random_state(), 6);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_F(Levels, IntegersAndCubesNeedTexture) {
  const std::array<LevelChoice, 2> choices{LevelChoice{.weight = 12}, LevelChoice{}};
  const std::array<float, 8> zeros{};
  for (const bool is_cube : {false, true}) {
    memory::SurfaceState surface = surface_of(is_cube ? "R8G8B8A8_UNORM" : "R8G8B8A8_UINT", memory::TileMode::y, false);
    if (is_cube) surface.type = memory::SurfaceType::cube;
    const auto reader = memory::TexelReader::make(surface);
    ASSERT_TRUE(reader.has_value());
    PlainLevels levels(*reader, {}, {});
    Texels sampled;
    EXPECT_FALSE(levels.sample(view, {zeros.data(), zeros.data(), nullptr}, choices, 0xF, sampled.places()));
  }
}

}  // namespace
}  // namespace eugene::sampler::plain_levels_test
