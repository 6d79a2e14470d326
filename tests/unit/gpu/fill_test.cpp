// Fills of rectangles, compared with the address of each texel.
#include "gpu/draw/fill.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <span>

#include "memory/flat_memory.h"
#include "memory/format.h"

namespace eugene::gpu::fill_test {
namespace {

constexpr std::uint64_t kBase = 0x10000, kBytes = 4 << 20;

memory::SurfaceState random_surface(std::mt19937& random) {
  constexpr std::array<memory::TileMode, 4> kTiles{memory::TileMode::linear, memory::TileMode::x, memory::TileMode::y,
                                                   memory::TileMode::w};
  constexpr std::array<std::string_view, 4> kFormats{"R8_UINT", "R16_UNORM", "R8G8B8A8_UNORM", "R32G32B32A32_FLOAT"};
  const memory::TileMode tile = kTiles[random() % kTiles.size()];
  const std::string_view format = tile == memory::TileMode::w ? "R8_UINT" : kFormats[random() % kFormats.size()];
  memory::SurfaceState state{.type = random() % 4 == 0 ? memory::SurfaceType::three_d : memory::SurfaceType::two_d,
                             .tile = tile,
                             .is_array = true,
                             .format = memory::find_format(format)->code,
                             .width = 1 + static_cast<std::uint32_t>(random() % 120),
                             .height = 1 + static_cast<std::uint32_t>(random() % 150),
                             .depth = 2,
                             .pitch = 2048,
                             .qpitch = 240,
                             .base = kBase};
  if (state.type == memory::SurfaceType::three_d) state.is_array = false;
  state.mips.count = 2;
  state.lines.every_other = random() % 8 == 0 && tile == memory::TileMode::linear;
  return state;
}

TEST(Fill, WritesTheTexelsOfTheRectangle) {
  std::mt19937 random(21);
  memory::FlatMemory flat;
  const std::span<std::byte> bytes = *flat.map(kBase, kBytes);
  memory::View view(flat);
  for (unsigned turn = 0; turn < 200; ++turn) {
    const Result<memory::ImageLayout> image = memory::ImageLayout::make(random_surface(random));
    ASSERT_TRUE(image.has_value());
    PixelFill what{.image = *image, .level = static_cast<std::uint8_t>(random() % 3)};
    for (unsigned i = 0; i < image->format().bytes; ++i) what.pixel.push_back(static_cast<std::byte>(random() | 1U));
    const auto slice = static_cast<std::uint32_t>(random() % 3);
    const auto side = [&] { return static_cast<std::uint32_t>(random() % 3 == 0 ? 0 : random() % 160); };
    const PixelRectangle rectangle{.left = side(), .top = side(), .right = side() + 40, .bottom = side() + 40};
    std::vector<std::byte> expected(kBytes);
    const memory::TexelExtent size = image->extent(what.level);
    memory::TexelPlace place{.slice = slice, .level = what.level};
    for (place.y = rectangle.top; place.y < std::min(rectangle.bottom, size.height); ++place.y) {
      for (place.x = rectangle.left; place.x < std::min(rectangle.right, size.width); ++place.x) {
        if (image->contains(place)) std::memcpy(&expected[image->offset(place)], what.pixel.data(), what.pixel.size());
      }
    }
    std::ranges::fill(bytes, std::byte{});
    ASSERT_TRUE(fill(what, slice, rectangle, view, [] { return Result<void>(); }));
    ASSERT_TRUE(std::ranges::equal(bytes, expected)) << turn;
  }
}

TEST(Fill, EndsAtMemoryThatIsNotMapped) {
  memory::FlatMemory flat;
  ASSERT_TRUE(flat.map(kBase, 0x4000).has_value());
  memory::View view(flat);
  memory::SurfaceState state{.type = memory::SurfaceType::two_d,
                             .tile = memory::TileMode::y,
                             .format = memory::find_format("R8G8B8A8_UNORM")->code,
                             .width = 128,
                             .height = 64,
                             .pitch = 512,
                             .base = kBase};
  const PixelFill what{.image = *memory::ImageLayout::make(state), .pixel = std::vector<std::byte>(4, std::byte{1})};
  const Result<void> done = fill(what, 0, {.right = 128, .bottom = 64}, view, [] { return Result<void>(); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "clear: address 0x14000 is not mapped");
  const Result<void> unwanted =
      fill(what, 0, {.right = 8, .bottom = 8}, view, [] { return Result<void>(fail("enough")); });
  ASSERT_FALSE(unwanted);
  EXPECT_EQ(unwanted.error().message, "enough");
}

}  // namespace
}  // namespace eugene::gpu::fill_test
