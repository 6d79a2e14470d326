// Coverage of triangles beside a plain model, which tests each pixel with 128-bit integers.
#include "draw/raster/triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "draw/pixel/block_pixels.h"

namespace eugene::draw {
namespace {

using Coverage = std::set<std::pair<std::int32_t, std::int32_t>>;
__extension__ using Wide = __int128;

constexpr PixelBounds kBounds{.right = 64, .bottom = 64};

Coverage draw(const Corners& corners, const PixelBounds& bounds = kBounds) {
  Coverage result;
  rasterize_triangle(corners, bounds, [&](std::span<const Block> blocks) {
    for (const Block& block : blocks) {
      const functions::Pixels pixels = block_pixels(block);
      for (unsigned i = 0; i < 16; ++i) {
        if (!bit(block.pixels, i)) continue;
        const bool is_new = result.emplace(pixels.x(i), pixels.y(i)).second;
        EXPECT_TRUE(is_new) << "a pixel is in two blocks";
      }
    }
  });
  return result;
}

// Whether the edge from `a` to `b`, which has the inside on its right on a screen whose y points down, includes the
// point.
bool includes(const Point& a, const Point& b, std::int64_t x, std::int64_t y) {
  const Wide side = Wide{b.x - a.x} * (y - a.y) - Wide{b.y - a.y} * (x - a.x);
  const bool is_top = a.y == b.y && b.x > a.x;
  const bool is_left = b.y < a.y;
  return side > 0 || (side == 0 && (is_top || is_left));
}

Coverage model(Corners corners, const PixelBounds& bounds = kBounds) {
  Coverage result;
  const auto& [a, b, c] = corners;
  const Wide area = Wide{b.x - a.x} * (c.y - a.y) - Wide{c.x - a.x} * (b.y - a.y);
  if (area == 0) return result;
  if (area < 0) std::swap(corners[1], corners[2]);
  for (std::int32_t y = bounds.top; y < bounds.bottom; ++y) {
    for (std::int32_t x = bounds.left; x < bounds.right; ++x) {
      bool is_inside = true;
      for (std::size_t i = 0; i < 3; ++i)
        is_inside = is_inside && includes(corners[i], corners[(i + 1) % 3], x * 256 + 128, y * 256 + 128);
      if (is_inside) result.emplace(x, y);
    }
  }
  return result;
}

// Coordinates that often lie on pixel centres, or are equal.
std::int32_t random_coordinate(std::mt19937& random) {
  const auto pixels = static_cast<std::int32_t>(random() % 80) - 8;
  switch (random() % 3) {
    case 0: return pixels * 256 + 128;
    case 1: return pixels * 256;
    default: return pixels * 256 + static_cast<std::int32_t>(random() % 256);
  }
}

Corners random_corners(std::mt19937& random) {
  Corners corners;
  for (Point& point : corners) point = {random_coordinate(random), random_coordinate(random)};
  return corners;
}

TEST(Triangle, RandomOnesAreAsTheModelHasThem) {
  std::mt19937 random(1);
  for (unsigned i = 0; i < 1000; ++i) {
    const Corners corners = random_corners(random);
    ASSERT_EQ(draw(corners), model(corners)) << i;
  }
}

TEST(Triangle, BoundsCut) {
  std::mt19937 random(2);
  for (unsigned i = 0; i < 200; ++i) {
    const Corners corners = random_corners(random);
    const PixelBounds bounds{.left = static_cast<std::int32_t>(random() % 30),
                             .top = static_cast<std::int32_t>(random() % 30),
                             .right = static_cast<std::int32_t>(random() % 64),
                             .bottom = static_cast<std::int32_t>(random() % 64)};
    ASSERT_EQ(draw(corners, bounds), model(corners, bounds)) << i;
  }
}

// The triangles of a fan around a point cover each pixel of the whole exactly once.
TEST(Triangle, SharedEdgesAreCoveredOnce) {
  std::mt19937 random(3);
  for (unsigned i = 0; i < 50; ++i) {
    const Point middle{128 * static_cast<std::int32_t>(20 + random() % 80),
                       128 * static_cast<std::int32_t>(20 + random() % 80)};
    const std::array<Point, 4> outline{Point{0, 0}, Point{64 * 256, 0}, Point{64 * 256, 64 * 256}, Point{0, 64 * 256}};
    std::map<std::pair<std::int32_t, std::int32_t>, unsigned> covered;
    for (std::size_t side = 0; side < outline.size(); ++side) {
      for (const auto& pixel : draw({middle, outline[side], outline[(side + 1) % 4]})) ++covered[pixel];
    }
    ASSERT_EQ(covered.size(), 64U * 64);
    for (const auto& [pixel, times] : covered) ASSERT_EQ(times, 1U) << pixel.first << " " << pixel.second;
  }
}

TEST(Triangle, LargestCoordinates) {
  const Corners corners{Point{-Point::kMax, -Point::kMax}, Point{Point::kMax, -Point::kMax}, Point{0, Point::kMax}};
  EXPECT_EQ(draw(corners), model(corners));
  EXPECT_EQ(draw(corners).size(), 64U * 64);
}

TEST(Triangle, NoArea) { EXPECT_TRUE(draw({Point{0, 0}, Point{256, 256}, Point{512, 512}}).empty()); }

}  // namespace
}  // namespace eugene::draw
