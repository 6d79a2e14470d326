// Eight pixels unpacked together, compared with unpack_pixel().
#include "memory/unpack_lanes.h"

#include <gtest/gtest.h>

#include <random>

#include "memory/format.h"

namespace eugene::memory {
namespace {

TEST(UnpackWords, GivesWhatUnpackPixelGives) {
  std::mt19937 random(9);
  unsigned tested = 0;
  for (const PixelFormat& format : all_formats()) {
    if (format.unpack == nullptr || format.bytes > sizeof(std::uint32_t) || !packs_lanes(format)) continue;
    ++tested;
    for (unsigned turn = 0; turn < 200; ++turn) {
      std::array<std::uint32_t, kPackedPixels> words;
      for (std::uint32_t& word : words)
        word = static_cast<std::uint32_t>(random()) & static_cast<std::uint32_t>(low_mask(format.bytes * 8U));
      const UnpackedLanes found = unpack_words(WordFormat(format), load8<U32x8>(words.data()));
      for (unsigned i = 0; i < words.size(); ++i) {
        const Pixel expected = unpack_pixel(format, reinterpret_cast<const std::byte*>(&words[i]));
        const Pixel pixel{found[0][i], found[1][i], found[2][i], found[3][i]};
        ASSERT_EQ(pixel, expected) << format.name << ' ' << std::hex << words[i];
      }
    }
  }
  EXPECT_GT(tested, 20U);
}

}  // namespace
}  // namespace eugene::memory
