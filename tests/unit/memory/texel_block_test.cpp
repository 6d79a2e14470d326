// Blocks of texels, compared with the address of each texel.
#include "memory/texel_block.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <span>

#include "base/vector_host.h"
#include "memory/flat_memory.h"
#include "memory/format.h"

namespace eugene::memory::texel_block_test {
namespace {

constexpr std::uint64_t kBase = 0x10000, kBytes = 1 << 20;

struct Image {
  FlatMemory memory;
  View view{memory};
  ImageLayout layout;

  explicit Image(const SurfaceState& state) : layout(*ImageLayout::make(state)) {
    EXPECT_TRUE(memory.map(kBase, kBytes).has_value());
  }
};

SurfaceState surface(std::string_view format, TileMode tile) {
  SurfaceState state{.type = SurfaceType::two_d,
                     .tile = tile,
                     .is_array = true,
                     .format = find_format(format)->code,
                     .width = 61,
                     .height = 77,
                     .depth = 3,
                     .pitch = 1024,
                     .qpitch = 160,
                     .base = kBase};
  state.mips.count = 3;
  return state;
}

// The place of texel `i` of a block: subspans of 2 x 2.
TexelPlace texel(const TexelPlace& corner, unsigned i) {
  TexelPlace place = corner;
  place.x += i / 4 % 2 * 2 + i % 2;
  place.y += i / 8 * 2 + i / 2 % 2;
  return place;
}

std::uint32_t read_texel(Image& image, const TexelPlace& place) {
  std::uint32_t word = 0;
  const std::uint64_t address = kBase + image.layout.offset(place);
  EXPECT_TRUE(image.view.read(address, std::as_writable_bytes(std::span(&word, 1)).first(image.layout.format().bytes)));
  return word;
}

std::optional<TexelBlock> find(Image& image, const TexelPlace& corner, Access access) {
  TexelBlock block;
  const TexelBlocks blocks(image.layout, corner.level, corner.slice);
  if (!blocks.find(corner.x, corner.y, access, image.view, block)) return std::nullopt;
  return block;
}

// Stores texels one by one, or by vectors of either kind of host.
void store(const TexelBlock& block, const TexelBlock::Words& words, std::uint32_t mask, unsigned way) {
  if (way == 0) return block.store(words, mask);
  const TexelBlock::Lanes lanes{load8<U32x8>(words.data()), load8<U32x8>(words.data() + kVectorLanes)};
  call_for_host(way == 1 && is_avx2_host(), [&]<class Host>() { block.store_lanes<Host>(lanes, mask); });
}

TEST(TexelBlock, LoadsAndStoresTheTexelsOfTheLayout) {
  std::mt19937 random(5);
  for (const std::string_view format : {"R8G8B8A8_UNORM", "R16_UNORM"}) {
    for (const TileMode tile : {TileMode::linear, TileMode::x, TileMode::y}) {
      Image image(surface(format, tile));
      unsigned found = 0;
      for (unsigned turn = 0; turn < 300; ++turn) {
        const auto level = static_cast<std::uint8_t>(random() % 3);
        const TexelExtent size = image.layout.extent(level);
        const TexelPlace corner{.x = static_cast<std::uint32_t>(random() % size.width) / 4 * 4,
                                .y = static_cast<std::uint32_t>(random() % size.height) / 4 * 4,
                                .slice = static_cast<std::uint32_t>(random() % 3),
                                .level = level};
        const auto block = find(image, corner, Access::write);
        const bool is_inside = corner.x + 4 <= size.width && corner.y + 4 <= size.height;
        ASSERT_EQ(block.has_value(), is_inside) << format << ' ' << int(level) << ' ' << corner.x << ' ' << corner.y;
        if (!block) continue;
        ++found;
        TexelBlock::Words before, words;
        for (unsigned i = 0; i < words.size(); ++i) {
          before[i] = read_texel(image, texel(corner, i));
          words[i] = static_cast<std::uint32_t>(random()) & (image.layout.format().bytes == 2 ? 0xFFFFU : ~0U);
        }
        ASSERT_EQ(block->load(), before);
        const std::uint32_t mask = turn % 2 == 0 ? TexelBlock::kAll : static_cast<std::uint32_t>(random()) & 0xFFFF;
        store(*block, words, mask, turn % 3);
        for (unsigned i = 0; i < words.size(); ++i)
          ASSERT_EQ(read_texel(image, texel(corner, i)), (mask >> i & 1) != 0 ? words[i] : before[i]);
      }
      EXPECT_GT(found, 100U);
    }
  }
}

// Rows that are not side by side in a column of the tile, unmapped memory, and a tiling without such rows.
TEST(TexelBlock, IsOnlyForContiguousRows) {
  SurfaceState state = surface("R8G8B8A8_UNORM", TileMode::y);
  const TexelPlace corner{.x = 4, .y = 4};
  {
    Image image(state);
    EXPECT_TRUE(find(image, corner, Access::read).has_value());
    EXPECT_FALSE(find(image, {.x = 6, .y = 4}, Access::read).has_value());
    EXPECT_FALSE(find(image, {.x = 4, .y = 30}, Access::read).has_value());
  }
  state.base = kBase + kBytes;
  Image unmapped(state);
  EXPECT_FALSE(find(unmapped, corner, Access::read).has_value());
  state = surface("R8_UINT", TileMode::w);
  EXPECT_FALSE(TexelBlock::has_words(*find_format(state.format)));
}

}  // namespace
}  // namespace eugene::memory::texel_block_test
