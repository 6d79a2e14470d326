// Eight pixels packed together, compared with pack_pixel().
#include "memory/pack_lanes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "memory/format.h"

namespace eugene::memory {
namespace {

using Components = std::array<std::array<std::uint32_t, kPackedPixels>, 4>;

// Returns any bits, or a float that is in or near a range of fractions: many are half a step away from a step of bytes.
std::uint32_t random_component(std::mt19937& random) {
  constexpr float kHalfSteps = 510;
  const std::array special{0.0F,
                           -0.0F,
                           1.0F,
                           -1.0F,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()};
  switch (random() % 4) {
    case 0: return static_cast<std::uint32_t>(random());
    case 1: return std::bit_cast<std::uint32_t>(special[random() % special.size()]);
    case 2: return std::bit_cast<std::uint32_t>(static_cast<float>(random() % 512) / kHalfSteps);
    default: return std::bit_cast<std::uint32_t>(std::ldexp(static_cast<float>(random() % 65536), -15) - 0.5F);
  }
}

void expect_words(const PixelFormat& format, const Components& components, const U32x8& words) {
  for (unsigned i = 0; i < kPackedPixels; ++i) {
    std::uint32_t expected = 0;
    pack_pixel(format, {components[0][i], components[1][i], components[2][i], components[3][i]},
               reinterpret_cast<std::byte*>(&expected));
    const std::uint32_t word = words[i] & static_cast<std::uint32_t>(low_mask(format.bytes * 8U));
    ASSERT_EQ(word, expected) << format.name << std::hex << ": " << components[0][i] << ' ' << components[1][i] << ' '
                              << components[2][i] << ' ' << components[3][i];
  }
}

TEST(PackWords, GivesWhatPackPixelGives) {
  std::mt19937 random(53);
  unsigned tested = 0;
  for (const PixelFormat& format : all_formats()) {
    if (format.unpack == nullptr || format.bytes > sizeof(std::uint32_t) || !packs_lanes(format)) continue;
    ++tested;
    const WordFormat word_format(format);
    for (unsigned turn = 0; turn < 400; ++turn) {
      Components components;
      ComponentLanes lanes;
      for (unsigned c = 0; c < components.size(); ++c) {
        for (std::uint32_t& each : components[c]) each = random_component(random);
        lanes[c] = components[c].data();
      }
      for (const bool is_avx2 : {false, is_avx2_host()}) {
        U32x8 words{};
        call_for_host(is_avx2, [&]<class Host>() { words = pack_words<Host>(word_format, lanes); });
        ASSERT_NO_FATAL_FAILURE(expect_words(format, components, words)) << is_avx2;
      }
    }
  }
  EXPECT_GT(tested, 20U);
}

TEST(PackWords, KnowsFormatsOfFourBytes) {
  EXPECT_TRUE(WordFormat(*find_format("R8G8B8A8_UNORM")).is_unorm8());
  EXPECT_TRUE(WordFormat(*find_format("B8G8R8A8_UNORM")).is_unorm8());
  EXPECT_FALSE(WordFormat(*find_format("B8G8R8X8_UNORM")).is_unorm8());
  EXPECT_FALSE(WordFormat(*find_format("L8A8_UNORM")).is_unorm8());  // its colours share a byte
  EXPECT_FALSE(WordFormat(*find_format("R8G8B8A8_SNORM")).is_unorm8());
  EXPECT_FALSE(WordFormat(*find_format("R10G10B10A2_UNORM")).is_unorm8());
  EXPECT_EQ(WordFormat(*find_format("R8G8B8A8_UINT")).byte_type(), ChannelType::uint);
  EXPECT_EQ(WordFormat(*find_format("R8G8_UINT")).byte_type(), ChannelType::none);
}

TEST(PackDwords, GivesWhatPackLanesGives) {
  std::mt19937 random(59);
  unsigned tested = 0;
  for (const PixelFormat& format : all_formats()) {
    if (format.unpack == nullptr || !packs_lanes(format) || !has_dword_channels(format)) continue;
    ++tested;
    Components components;
    ComponentLanes lanes;
    for (unsigned c = 0; c < components.size(); ++c) {
      for (std::uint32_t& each : components[c]) each = random_component(random);
      lanes[c] = components[c].data();
    }
    PackedLanes found;
    found.fill(U32x8{} + 0xDEAD'BEEF);
    PackedLanes expected;
    pack_dwords(format, lanes, found);
    pack_lanes<AnyHost>(format, lanes, expected);
    for (unsigned n = 0; n < format.bytes / sizeof(std::uint32_t); ++n)
      for (unsigned i = 0; i < kPackedPixels; ++i) ASSERT_EQ(found[n][i], expected[n][i]) << format.name;
  }
  EXPECT_GT(tested, 8U);
  EXPECT_TRUE(has_dword_channels(*find_format("R32G32_UINT")));
  EXPECT_FALSE(has_dword_channels(*find_format("R32_FLOAT_X8X24_TYPELESS")));  // its second dword has no channel
}

}  // namespace
}  // namespace eugene::memory
