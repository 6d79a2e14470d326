// The video scaler of sample_8x8: copies at 1:1, interpolation, tables of both generations.
#include "sampler/avs.h"

#include <gtest/gtest.h>

#include <vector>

#include "memory/flat_memory.h"
#include "memory/media_surface.h"

namespace eugene::sampler {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;
constexpr unsigned kWidth = 16;
constexpr unsigned kHeight = 8;

// Coefficients in the layout of a generation: those of `phase`, taps 0 to 7 of x and y of the first table.
void put(std::vector<std::uint32_t>& dwords, const AvsLayout& layout, unsigned phase, unsigned tap, bool vertical,
         int value) {
  const unsigned byte = layout.interleaved ? 2 * tap + (vertical ? 1U : 0U) : (vertical ? 8U : 0U) + tap;
  std::uint32_t& dword = dwords[layout.tables_dword + phase * 8 + byte / 4];
  dword |= static_cast<std::uint32_t>(value & 0xFF) << byte % 4 * 8;
}

// A state whose table takes only texel `tap`; 255 is full sharpness.
AvsState state_of(const AvsLayout& layout, unsigned sharpness, unsigned tap) {
  std::vector<std::uint32_t> tables(kMaxAvsDwords);
  for (unsigned phase = 0; phase < 17; ++phase) {
    put(tables, layout, phase, tap, false, 64);
    put(tables, layout, phase, tap, true, 64);
  }
  tables[layout.sharpness_dword] = sharpness << 24;
  tables[layout.sharpness_dword + 1U] = 3U << 21;
  std::vector<std::uint32_t> state = tables;
  state[0] = layout.table_pointer_dword != 0 ? 1U << 29 : state[0];
  state[3] |= layout.table_pointer_dword != 0 ? 0 : 3U << 28;
  const auto result = decode_avs(layout, state, tables);
  EXPECT_TRUE(result.has_value());
  return *result;
}

struct Avs : ::testing::Test {
  Avs() : memory(*flat.map(kBase, 0x1000)), view(flat) {
    for (unsigned y = 0; y < kHeight; ++y) {
      for (unsigned x = 0; x < kWidth; ++x) memory[y * 64 + x] = static_cast<std::byte>(texel(x, y));
    }
  }
  static std::uint8_t texel(unsigned x, unsigned y) { return static_cast<std::uint8_t>(x * 13 + y * 29); }
  static memory::TexelReader reader() {
    memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                                 .format = memory::find_format("R8_UNORM")->code,
                                 .width = kWidth,
                                 .height = kHeight,
                                 .pitch = 64,
                                 .base = kBase,
                                 .channel_select = {0, 4, 0, 1}};
    return *memory::TexelReader::make(surface);
  }
  std::uint16_t green(const AvsState& state, const AvsGrid& grid, unsigned x, unsigned y) {
    bool mapped = true;
    const AvsPixel pixel = avs_pixel(state, reader(), view, grid, x, y, 0b0010, mapped);
    EXPECT_TRUE(mapped);
    return pixel.channel[1];
  }
  memory::FlatMemory flat;
  std::span<std::byte> memory;
  memory::View view;
};

constexpr AvsGrid kCopy{.u = 0, .v = 0, .du = 1.0F / kWidth, .dv = 1.0F / kHeight};

TEST_F(Avs, CopiesAtTheSameSize) {
  for (const AvsLayout* layout : {&kGen6Avs, &kGen9Avs}) {
    for (const unsigned sharpness : {0U, 255U}) {
      const AvsState state = state_of(*layout, sharpness, 3);
      for (unsigned y = 0; y < kHeight; ++y) {
        for (unsigned x = 0; x < kWidth; ++x) EXPECT_EQ(green(state, kCopy, x, y), texel(x, y) << 8);
      }
    }
  }
}

TEST_F(Avs, SmoothInterpolates) {
  const AvsState state = state_of(kGen9Avs, 0, 3);
  const AvsGrid half{.u = 0.5F / kWidth, .v = 0, .du = 1.0F / kWidth, .dv = 1.0F / kHeight};
  EXPECT_EQ(green(state, half, 2, 1), (texel(2, 1) + texel(3, 1)) << 7);
  EXPECT_EQ(green(state, half, 15, 1), texel(15, 1) << 8);  // at the edge of the picture
}

TEST_F(Avs, TablesCount) {
  // A table that takes the texel after the next: from phase 17 on it is mirrored, and takes the one before.
  const AvsState state = state_of(kGen6Avs, 255, 5);
  EXPECT_EQ(green(state, kCopy, 4, 2), texel(6, 4) << 8);
  const AvsGrid late{.u = 0.75F / kWidth, .v = 0, .du = 1.0F / kWidth, .dv = 1.0F / kHeight};
  EXPECT_EQ(green(state, late, 4, 2), texel(3, 4) << 8);
}

TEST_F(Avs, RefusesWhatIsNotSupported) {
  std::vector<std::uint32_t> state(kMaxAvsDwords);
  EXPECT_FALSE(decode_avs(kGen9Avs, state, state).has_value());  // adaptive filtering
  state[kGen9Avs.sharpness_dword + 1U] = 3U << 21;
  EXPECT_TRUE(decode_avs(kGen9Avs, state, state).has_value());
  state[0] = 1U << 30;
  EXPECT_FALSE(decode_avs(kGen9Avs, state, state).has_value());  // chroma key
}

TEST(MediaSurface, Fields) {
  std::array<std::uint32_t, 8> dw{0x1234'5000, 319U << 6 | 239U << 19, 0x3U | 511U << 3 | 12U << 28};
  const auto gen6 = memory::decode_media_surface(memory::kGen6MediaSurfaces, std::as_bytes(std::span(dw)));
  ASSERT_TRUE(gen6.has_value());
  EXPECT_EQ(gen6->width, 320U);
  EXPECT_EQ(gen6->height, 240U);
  EXPECT_EQ(gen6->pitch, 512U);
  EXPECT_EQ(gen6->tile, memory::TileMode::y);
  EXPECT_EQ(gen6->base, 0x1234'5000U);
  EXPECT_EQ(gen6->channel_select, (std::array<std::uint8_t, 4>{0, 4, 0, 1}));
  dw = {0, 319U << 4 | 239U << 18, 511U << 3 | 10U << 27, 0, 0, 0, 0x5000, 0x12};
  const auto gen9 = memory::decode_media_surface(memory::kGen9MediaSurfaces, std::as_bytes(std::span(dw)));
  ASSERT_TRUE(gen9.has_value());
  EXPECT_EQ(gen9->width, 320U);
  EXPECT_EQ(gen9->height, 240U);
  EXPECT_EQ(gen9->tile, memory::TileMode::linear);
  EXPECT_EQ(gen9->base, 0x12'0000'5000U);
  EXPECT_EQ(gen9->channel_select, (std::array<std::uint8_t, 4>{4, 0, 5, 1}));
  dw[2] = 7U << 27;
  EXPECT_FALSE(memory::decode_media_surface(memory::kGen9MediaSurfaces, std::as_bytes(std::span(dw))).has_value());
}

}  // namespace
}  // namespace eugene::sampler
