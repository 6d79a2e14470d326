// Texels of images of every shape: levels, slices, samples, formats of YUV, channel selects.
#include "memory/texel.h"

#include <bit>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "memory/flat_memory.h"

namespace eugene::memory::texel_test {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;
constexpr std::uint16_t kR32Uint = 0xD7;
constexpr std::uint16_t kR8Unorm = 0x140;

std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

// A megabyte in which every dword holds its own offset.
struct TexelTest : testing::Test {
  TexelTest() : bytes(*memory.map(kBase, 1U << 20)) {
    for (std::uint32_t at = 0; at < bytes.size(); at += 4) std::memcpy(&bytes[at], &at, 4);
  }

  static SurfaceState image(std::uint32_t width, std::uint32_t height, std::uint32_t pitch) {
    return {.type = SurfaceType::two_d,
            .format = kR32Uint,
            .width = width,
            .height = height,
            .pitch = pitch,
            .base = kBase};
  }
  Pixel fetch(const SurfaceState& surface, const TexelPlace& place) {
    const auto reader = TexelReader::make(surface);
    EXPECT_TRUE(reader) << (reader ? "" : reader.error().message);
    Pixel texel{};
    EXPECT_TRUE(reader && reader->fetch(view, place, texel));
    return texel;
  }
  std::uint32_t offset(const SurfaceState& surface, const TexelPlace& place) { return fetch(surface, place)[0]; }
  static std::string error(const SurfaceState& surface) {
    const auto reader = TexelReader::make(surface);
    return reader ? "" : reader.error().message;
  }

  FlatMemory memory;
  std::span<std::byte> bytes;
  View view{memory};
};

// SKL PRM vol5, 2D surfaces: level 1 is below level 0, level 2 right of level 1, the others below level 2.
TEST_F(TexelTest, LevelsOfTwoDimensions) {
  SurfaceState s = image(32, 16, 256);
  s.mips.count = 4;
  EXPECT_EQ(offset(s, {.x = 3, .y = 2}), 2 * 256U + 12);
  EXPECT_EQ(offset(s, {.x = 1, .y = 1, .level = 1}), (16 + 1) * 256U + 4);
  EXPECT_EQ(offset(s, {.x = 1, .y = 0, .level = 2}), 16 * 256U + (16 + 1) * 4);
  EXPECT_EQ(offset(s, {.x = 1, .y = 0, .level = 3}), (16 + 4) * 256U + (16 + 1) * 4);
  EXPECT_EQ(offset(s, {.x = 0, .y = 0, .level = 4}), (16 + 8) * 256U + 16 * 4);
}

TEST_F(TexelTest, ArrayElementsAreQPitchRowsApart) {
  SurfaceState s = image(16, 8, 64);
  s.is_array = true;
  s.depth = 4;
  s.qpitch = 12;
  s.slices.first = 1;
  EXPECT_EQ(offset(s, {.x = 2, .y = 1, .slice = 2}), (3 * 12 + 1) * 64U + 8);
  EXPECT_EQ(fetch(s, {.slice = 4}), (Pixel{0, 0, 0, 1}));  // outside
}

TEST_F(TexelTest, FacesOfACube) {
  SurfaceState s = image(16, 16, 64);
  s.type = SurfaceType::cube;
  s.depth = 2;
  s.qpitch = 16;
  EXPECT_EQ(offset(s, {.x = 1, .slice = 11}), 11 * 16 * 64U + 4);
  EXPECT_EQ(TexelReader::make(s)->extent(1), (TexelExtent{.width = 8, .height = 8, .slices = 12}));
}

TEST_F(TexelTest, LevelsOfVolumes) {
  SurfaceState s = image(16, 16, 256);
  s.type = SurfaceType::three_d;
  s.depth = 8;
  s.qpitch = 24;
  s.mips.count = 2;
  EXPECT_EQ(offset(s, {.x = 1, .y = 1, .slice = 3, .level = 1}), (3 * 24 + 16 + 1) * 256U + 4);
  EXPECT_EQ(fetch(s, {.slice = 4, .level = 1})[3], 1U);  // the level has a depth of 4, so slice 4 is outside
  // SNB PRM vol1 part1, 7.18.4: 2^level slices in a row of slices.
  s.rules = LayoutRules::computed_pitch;
  EXPECT_EQ(offset(s, {.x = 1, .y = 1, .slice = 3, .level = 0}), (3 * 16 + 1) * 256U + 4);
  EXPECT_EQ(offset(s, {.x = 1, .y = 1, .slice = 3, .level = 1}), (8 * 16 + 8 + 1) * 256U + (8 + 1) * 4);
}

TEST_F(TexelTest, OneDimension) {
  SurfaceState s = image(100, 1, 4);
  s.type = SurfaceType::one_d;
  s.is_array = true;
  s.depth = 3;
  s.qpitch = 256;
  s.mips.count = 2;
  EXPECT_EQ(offset(s, {.x = 9, .slice = 2}), (2 * 256 + 9) * 4U);
  EXPECT_EQ(offset(s, {.x = 9, .slice = 2, .level = 1}), (2 * 256 + 128 + 9) * 4U);
  EXPECT_EQ(offset(s, {.x = 9, .slice = 0, .level = 2}), (128 + 64 + 9) * 4U);
}

TEST_F(TexelTest, ComputedQPitchOfGen6) {
  SurfaceState s = image(16, 16, 64);
  s.rules = LayoutRules::computed_pitch;
  s.alignment.vertical = 2;
  s.is_array = true;
  s.depth = 2;
  EXPECT_EQ(offset(s, {.slice = 1}), (16 + 8 + 11 * 2) * 64U);
}

TEST_F(TexelTest, Samples) {
  SurfaceState s = image(8, 8, 128);
  s.samples.count_log2 = 2;
  s.qpitch = 8;
  EXPECT_EQ(offset(s, {.x = 1, .y = 1, .sample = 3}), (3 * 8 + 1) * 128U + 4);
  EXPECT_EQ(fetch(s, {.sample = 4})[3], 1U);  // outside
  s.samples.interleaved = true;
  std::set<std::uint32_t> seen;
  for (unsigned i = 0; i < 8 * 8 * 4; ++i) {
    seen.insert(offset(s, {.x = i % 8, .y = i / 8 % 8, .sample = static_cast<std::uint8_t>(i / 64)}));
  }
  EXPECT_EQ(seen.size(), 256U);
  // Two by two pixels, then two by two of their samples.
  EXPECT_EQ(offset(s, {.x = 1, .y = 0, .sample = 0}), 4U);
  EXPECT_EQ(offset(s, {.x = 0, .y = 0, .sample = 1}), 8U);
  EXPECT_EQ(offset(s, {.x = 0, .y = 0, .sample = 2}), 2 * 128U);
  EXPECT_EQ(offset(s, {.x = 2, .y = 2, .sample = 0}), 4 * 128U + 16);
}

TEST_F(TexelTest, OffsetsAndFields) {
  SurfaceState s = image(8, 8, 128);
  s.offset.x = 4;
  s.offset.y = 8;
  EXPECT_EQ(offset(s, {.x = 1, .y = 1}), 9 * 128U + 20);
  s.offset.x = s.offset.y = 0;
  s.lines.every_other = s.lines.odd = true;
  EXPECT_EQ(offset(s, {.x = 0, .y = 2}), 5 * 128U);
}

TEST_F(TexelTest, BuffersAndNull) {
  SurfaceState s{.type = SurfaceType::buffer, .format = kR32Uint, .pitch = 4, .elements = 100, .base = kBase};
  EXPECT_EQ(offset(s, {.x = 99}), 396U);
  EXPECT_EQ(fetch(s, {.x = 100}), (Pixel{0, 0, 0, 1}));
  EXPECT_EQ(fetch({.type = SurfaceType::null}, {.x = 5}), Pixel{});
}

TEST_F(TexelTest, PackedYuv) {
  SurfaceState s = image(4, 1, 64);
  const std::array<std::uint8_t, 4> pair{10, 20, 30, 40};
  std::memcpy(bytes.data() + 4, pair.data(), 4);  // texels 2 and 3
  const auto texel = [&](std::uint16_t format, unsigned x) {
    s.format = format;
    return fetch(s, {.x = x});
  };
  const auto yuv = [](unsigned v, unsigned y, unsigned u) {
    return Pixel{f(static_cast<float>(v) / 255), f(static_cast<float>(y) / 255), f(static_cast<float>(u) / 255), f(1)};
  };
  EXPECT_EQ(texel(0x182, 2), yuv(40, 10, 20));  // NORMAL: Y U Y V
  EXPECT_EQ(texel(0x182, 3), yuv(40, 30, 20));
  EXPECT_EQ(texel(0x18F, 3), yuv(20, 30, 40));  // SWAPUV: Y V Y U
  EXPECT_EQ(texel(0x190, 2), yuv(30, 20, 10));  // SWAPY: U Y V Y
  EXPECT_EQ(texel(0x183, 3), yuv(10, 40, 30));  // SWAPUVY: V Y U Y
}

TEST_F(TexelTest, PlanarYuv) {
  SurfaceState s = image(16, 8, 64);
  s.format = kFormatPlanar420;
  s.chroma = {.u_y = 8};
  bytes[5 * 64 + 7] = std::byte{1};
  bytes[(8 + 2) * 64 + 6] = std::byte{2};
  bytes[(8 + 2) * 64 + 7] = std::byte{3};
  EXPECT_EQ(fetch(s, {.x = 7, .y = 5}), (Pixel{f(3 / 255.0F), f(1 / 255.0F), f(2 / 255.0F), f(1)}));
  s.chroma = {.u_y = 8, .v_x = 32, .v_y = 8, .separate = true};
  bytes[(8 + 2) * 64 + 3] = std::byte{4};
  bytes[(8 + 2) * 64 + 35] = std::byte{5};
  EXPECT_EQ(fetch(s, {.x = 7, .y = 5}), (Pixel{f(5 / 255.0F), f(1 / 255.0F), f(4 / 255.0F), f(1)}));
}

// Gen9 aligns levels to four blocks, Gen6 to one.
TEST_F(TexelTest, CompressedLevels) {
  SurfaceState s = image(24, 20, 256);  // 6 by 5 blocks
  s.format = find_format("BC4_UNORM")->code;
  s.mips.count = 2;
  const auto mark = [&](std::size_t at, unsigned red) {
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 8, std::byte{0});
    bytes[at] = static_cast<std::byte>(red);
  };
  mark(1 * 256 + 2 * 8, 51);         // level 0, block (2, 1)
  mark(8 * 256 + 1 * 8, 102);        // level 1, block (1, 0), below 8 rows of blocks
  mark(8 * 256 + (4 + 0) * 8, 153);  // level 2
  EXPECT_EQ(fetch(s, {.x = 11, .y = 4})[0], f(0.2F));
  EXPECT_EQ(fetch(s, {.x = 4, .y = 3, .level = 1})[0], f(0.4F));
  EXPECT_EQ(fetch(s, {.x = 0, .y = 0, .level = 2})[0], f(0.6F));
  s.rules = LayoutRules::computed_pitch;
  mark(5 * 256 + 1 * 8, 204);
  mark(5 * 256 + 3 * 8, 255);
  EXPECT_EQ(fetch(s, {.x = 4, .y = 3, .level = 1})[0], f(0.8F));
  EXPECT_EQ(fetch(s, {.x = 0, .y = 0, .level = 2})[0], f(1));
}

TEST_F(TexelTest, ChannelSelects) {
  SurfaceState s = image(1, 1, 4);
  s.channel_select = {5, 1, 0, 4};
  EXPECT_EQ(select_channels(s, *find_format(kR32Uint), {7, 8, 9, 10}), (Pixel{8, 1, 0, 7}));
  EXPECT_EQ(select_channels(s, *find_format(kR8Unorm), {7, 8, 9, 10}), (Pixel{8, f(1), 0, 7}));
}

TEST_F(TexelTest, WhatHasNoLayout) {
  SurfaceState s = image(8, 8, 128);
  s.tiled_resource_mode = 1;
  EXPECT_NE(error(s).find("TileYf"), std::string::npos);
  s = image(8, 8, 128);
  s.format = 0x110;  // a palette
  EXPECT_NE(error(s).find("0x110"), std::string::npos);
  s = image(8, 8, 128);
  s.format = 0x40;  // R32G32B32_FLOAT
  EXPECT_EQ(error(s), "");
  s.tile = TileMode::y;
  EXPECT_NE(error(s).find("12 bytes"), std::string::npos);
  s = image(8, 8, 128);
  s.samples.count_log2 = 5;
  EXPECT_NE(error(s).find("sample count"), std::string::npos);
}

TEST_F(TexelTest, UnmappedMemoryIsSaid) {
  SurfaceState s = image(8, 8, 128);
  s.base = 0x900'0000;
  Pixel texel;
  EXPECT_FALSE(TexelReader::make(s)->fetch(view, {.x = 1}, texel));
  EXPECT_EQ(view.bad_address(), 0x900'0004U);
}

}  // namespace
}  // namespace eugene::memory::texel_test
