#include "memory/surface.h"

#include <array>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "memory/flat_memory.h"
#include "memory/surface_layout.h"
#include "memory/tiling.h"

namespace eugene::memory {
namespace {

using Dwords = std::array<std::uint32_t, 16>;

SurfaceState decode(const Dwords& dwords) {
  return decode_surface_state(kGen9Surfaces, std::as_bytes(std::span(dwords)));
}

TEST(SurfaceState, RawBufferSpreadsItsSize) {
  // SKL PRM vol2d RENDER_SURFACE_STATE: a raw buffer of N bytes holds N-1 in width 6:0, height 13:0, depth 10:0.
  const std::uint32_t size = 0xABCDEF13;
  Dwords dw{};
  dw[0] = 4U << 29 | 0x1FFU << 18;
  dw[2] = ((size - 1) & 0x7F) | ((size - 1) >> 7 & 0x3FFF) << 16;
  dw[3] = (size - 1) >> 21 << 21;
  dw[8] = 0x1234'5000;
  dw[9] = 0xFFFF'8012;
  const SurfaceState state = decode(dw);
  EXPECT_EQ(state.type, SurfaceType::buffer);
  EXPECT_EQ(state.format, kFormatRaw);
  EXPECT_EQ(state.bytes(), size);
  EXPECT_EQ(state.base, 0x8012'1234'5000U);
}

TEST(SurfaceState, TypedBufferCountsElements) {
  Dwords dw{};
  dw[0] = 4U << 29 | 0xD7U << 18;
  dw[2] = 99;
  dw[3] = 4 - 1;  // pitch
  EXPECT_EQ(decode(dw).elements, 100U);
  EXPECT_EQ(decode(dw).bytes(), 400U);
}

TEST(SurfaceState, TwoDimensional) {
  Dwords dw{};
  dw[0] = 1U << 29 | 1U << 28 | 0xC7U << 18 | 2U << 16 | 3U << 14 | 3U << 12;
  dw[1] = 0x10;
  dw[2] = 639 | 479U << 16;
  dw[3] = 2559 | 7U << 21;
  dw[4] = 5U << 18 | 2U << 7;
  dw[5] = 3U | 1U << 21 | 2U << 25;
  dw[7] = 4U << 25 | 5U << 22 | 6U << 19 | 1U << 16;
  const SurfaceState state = decode(dw);
  EXPECT_EQ(state.type, SurfaceType::two_d);
  EXPECT_TRUE(state.is_array);
  EXPECT_EQ(state.tile, TileMode::y);
  EXPECT_EQ(state.alignment.vertical, 8);
  EXPECT_EQ(state.alignment.horizontal, 16);
  EXPECT_EQ(state.width, 640U);
  EXPECT_EQ(state.height, 480U);
  EXPECT_EQ(state.pitch, 2560U);
  EXPECT_EQ(state.depth, 8U);
  EXPECT_EQ(state.qpitch, 64U);
  EXPECT_EQ(state.slices.first, 5);
  EXPECT_EQ(state.slices.extent, 3);
  EXPECT_EQ(state.mips.count, 3);
  EXPECT_EQ(state.offset.y, 4);
  EXPECT_EQ(state.offset.x, 8);
  EXPECT_EQ(state.channel_select, (std::array<std::uint8_t, 4>{4, 5, 6, 1}));
}

// SNB PRM vol4 part1 SURFACE_STATE: six dwords; a buffer's count has 7 bits in the width, 13 in the height, 7 in the
// depth.
TEST(SurfaceState, OfGen6) {
  Dwords dw{};
  dw[0] = 1U << 29 | 0xC7U << 18 | 1U << 12 | 1U << 11;
  dw[1] = 0x8123'4000;
  dw[2] = 639U << 6 | 479U << 19 | 3U << 2;
  dw[3] = 2559U << 3 | 2U | 1U | 7U << 21;
  dw[4] = 5U << 17 | 2U << 8 | 1U << 28;
  dw[5] = 3U << 20 | 1U << 24 | 2U << 25;
  const SurfaceState state = decode_surface_state(kGen6Surfaces, std::as_bytes(std::span(dw)));
  EXPECT_EQ(state.type, SurfaceType::two_d);
  EXPECT_EQ(state.format, 0xC7);
  EXPECT_EQ(state.base, 0x8123'4000U);
  EXPECT_EQ(state.width, 640U);
  EXPECT_EQ(state.height, 480U);
  EXPECT_EQ(state.depth, 8U);
  EXPECT_EQ(state.pitch, 2560U);
  EXPECT_EQ(state.tile, TileMode::y);
  EXPECT_TRUE(state.lines.every_other && state.lines.odd);
  EXPECT_EQ(state.slices.first, 5);
  EXPECT_EQ(state.slices.extent, 3);
  EXPECT_EQ(state.mips.count, 3);
  EXPECT_EQ(state.mips.minimum_lod, 1);
  EXPECT_EQ(state.alignment.vertical, 4);
  EXPECT_EQ(state.offset.y, 6);
  EXPECT_EQ(state.offset.x, 8);

  const std::uint32_t last = 0x5'4321 + (3U << 20);
  const Dwords buffer{4U << 29, 0, (last & 0x7F) << 6 | (last >> 7 & 0x1FFF) << 19, last >> 20 << 21 | 15U << 3};
  EXPECT_EQ(decode_surface_state(kGen6Surfaces, std::as_bytes(std::span(buffer))).elements, last + 1U);
  EXPECT_EQ(decode_surface_state(kGen6Surfaces, std::as_bytes(std::span(buffer))).bytes(), (last + 1U) * 16U);
}

TEST(SurfaceState, EncodesAsItDecodes) {
  for (const SurfaceLayout* layout : {&kGen6Surfaces, &kGen9Surfaces}) {
    SurfaceState state{.type = SurfaceType::two_d, .tile = TileMode::x, .format = 0xC7, .width = 100, .height = 50};
    state.pitch = 512;
    state.base = 0x12'3000;
    state.offset.x = 8;
    state.offset.y = 4;
    state.rules = layout->rules;
    const auto bytes = encode_surface_state(*layout, state);
    SurfaceState again = decode_surface_state(*layout, bytes);
    again.elements = state.elements;
    EXPECT_EQ(again, state) << layout->bytes;
    state = {.type = SurfaceType::buffer, .format = 0xD7, .pitch = 4, .elements = 0x123'4567};
    EXPECT_EQ(decode_surface_state(*layout, encode_surface_state(*layout, state)).elements, state.elements);
  }
}

TEST(SurfaceState, ComesThroughTheBindingTable) {
  FlatMemory memory;
  const std::span<std::byte> heap = *memory.map(0x10'0000, 0x1000);
  const std::uint32_t entry = 0x200;
  std::memcpy(&heap[0x40 + 3 * 4], &entry, 4);
  const Dwords dw{4U << 29 | 0x1FFU << 18};
  std::memcpy(&heap[entry], dw.data(), sizeof(dw));
  View view(memory);
  const auto state = read_surface_state(view, kGen9Surfaces, 0x10'0000, 0x40, 3);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->type, SurfaceType::buffer);
  EXPECT_FALSE(read_surface_state(view, kGen9Surfaces, 0x10'0000, 0x2000, 3));
  EXPECT_EQ(view.bad_address(), 0x10'200CU);
}

TEST(Tiling, KnownPlaces) {
  EXPECT_EQ(surface_offset(TileMode::linear, 100, 7, 3), 307U);
  // X: rows of 512 bytes, 8 to a tile.
  EXPECT_EQ(surface_offset(TileMode::x, 1024, 5, 1), 512U + 5);
  EXPECT_EQ(surface_offset(TileMode::x, 1024, 512, 0), 4096U);
  EXPECT_EQ(surface_offset(TileMode::x, 1024, 0, 8), 8192U);
  // Y: columns of 16 bytes by 32 rows.
  EXPECT_EQ(surface_offset(TileMode::y, 256, 3, 1), 16U + 3);
  EXPECT_EQ(surface_offset(TileMode::y, 256, 16, 0), 512U);
  EXPECT_EQ(surface_offset(TileMode::y, 256, 128, 0), 4096U);
  EXPECT_EQ(surface_offset(TileMode::y, 256, 0, 32), 8192U);
  // W: within a block column and row bits alternate, column lowest.
  EXPECT_EQ(surface_offset(TileMode::w, 64, 1, 0), 1U);
  EXPECT_EQ(surface_offset(TileMode::w, 64, 0, 1), 2U);
  EXPECT_EQ(surface_offset(TileMode::w, 64, 2, 0), 4U);
  EXPECT_EQ(surface_offset(TileMode::w, 64, 0, 8), 64U);
  EXPECT_EQ(surface_offset(TileMode::w, 64, 8, 0), 512U);
}

TEST(Tiling, EveryByteHasItsPlace) {
  for (const TileMode mode : {TileMode::x, TileMode::y, TileMode::w}) {
    const TileShape shape = tile_shape(mode);
    std::set<std::uint64_t> seen;
    for (unsigned y = 0; y < 2 * shape.height; ++y) {
      for (unsigned x = 0; x < 2 * shape.width; ++x) seen.insert(surface_offset(mode, 2 * shape.pitch, x, y));
    }
    EXPECT_EQ(seen.size(), 4 * kTileBytes);
    EXPECT_EQ(*seen.rbegin(), 4 * kTileBytes - 1);
  }
}

}  // namespace
}  // namespace eugene::memory
