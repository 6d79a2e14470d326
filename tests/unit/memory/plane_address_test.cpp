// Offsets of elements by 32-bit arithmetic, compared with ImageLayout's.
#include "memory/plane_address.h"

#include <gtest/gtest.h>

#include <random>

#include "memory/format.h"

namespace eugene::memory::plane_address_test {
namespace {

TEST(PlaneAddress, GivesTheOffsetsOfTheLayout) {
  std::mt19937 random(3);
  for (const std::string_view format :
       {"R8_UNORM", "R16_FLOAT", "R8G8B8A8_UNORM", "R16G16B16A16_FLOAT", "R32G32B32A32_FLOAT"}) {
    for (const TileMode tile : {TileMode::linear, TileMode::x, TileMode::y}) {
      for (std::uint8_t level = 0; level < 3; ++level) {
        SurfaceState state{.type = SurfaceType::two_d,
                           .tile = tile,
                           .format = find_format(format)->code,
                           .width = 61,
                           .height = 77,
                           .pitch = 2048};
        state.mips.count = 3;
        state.mips.minimum_lod = level;
        const auto image = ImageLayout::make(state);
        ASSERT_TRUE(image.has_value());
        const auto address = PlaneAddress::make(*image);
        ASSERT_TRUE(address.has_value());
        const TexelExtent size = image->extent(level);
        for (unsigned i = 0; i < 200; ++i) {
          const TexelPlace place{.x = static_cast<std::uint32_t>(random() % size.width),
                                 .y = static_cast<std::uint32_t>(random() % size.height),
                                 .level = level};
          ASSERT_EQ(address->column(place.x) + address->row(place.y), image->offset(place))
              << format << ' ' << int(level) << ' ' << place.x << ' ' << place.y;
        }
        const TexelPlace last{.x = size.width - 1, .y = size.height - 1, .level = level};
        EXPECT_EQ(address->bytes(), image->offset(last) + image->format().bytes);
      }
    }
  }
}

TEST(PlaneAddress, IsOnlyForPlanes) {
  const SurfaceState plane{
      .type = SurfaceType::two_d, .format = find_format("R8_UNORM")->code, .width = 64, .height = 64, .pitch = 128};
  EXPECT_TRUE(PlaneAddress::make(*ImageLayout::make(plane)).has_value());
  SurfaceState volume = plane;
  volume.type = SurfaceType::three_d;
  volume.depth = 2;
  volume.qpitch = 64;
  EXPECT_FALSE(PlaneAddress::make(*ImageLayout::make(volume)).has_value());
  SurfaceState y_tiled = plane;
  y_tiled.tile = TileMode::y;
  EXPECT_TRUE(PlaneAddress::make(*ImageLayout::make(y_tiled)).has_value());
  y_tiled.pitch = 192;  // one and a half tiles
  EXPECT_FALSE(PlaneAddress::make(*ImageLayout::make(y_tiled)).has_value());
  SurfaceState w_tiled = plane;
  w_tiled.tile = TileMode::w;
  EXPECT_FALSE(PlaneAddress::make(*ImageLayout::make(w_tiled)).has_value());
}

}  // namespace
}  // namespace eugene::memory::plane_address_test
