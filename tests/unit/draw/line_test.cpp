// Pixels of lines, beside the diamonds of OpenGL 4.6, 14.5.1.
#include "draw/raster/line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <utility>

#include "base/bits.h"
#include "draw/pixel/block_pixels.h"

namespace eugene::draw {
namespace {

using PixelSet = std::set<std::pair<std::int32_t, std::int32_t>>;
constexpr PixelBounds kAll{.right = 64, .bottom = 64};

PixelSet covered(const LineShape& line, const PixelBounds& bounds = kAll, const Dashes* dashes = nullptr) {
  PixelSet result;
  rasterize_line(
      line, bounds,
      [&](std::span<const Block> blocks) {
        for (const Block& block : blocks) {
          const functions::Pixels pixels = block_pixels(block);
          for (unsigned i = 0; i < functions::Pixels::kMax; ++i) {
            if (!bit(block.pixels, i)) continue;
            EXPECT_TRUE(result.emplace(pixels.x(i), pixels.y(i)).second) << pixels.x(i) << " " << pixels.y(i);
          }
        }
      },
      dashes);
  return result;
}

Point at(double x, double y) {
  return {static_cast<std::int32_t>(x * Point::kUnits), static_cast<std::int32_t>(y * Point::kUnits)};
}

TEST(Line, EndsInTheMiddlesOfPixels) {
  EXPECT_EQ(covered({at(1.5, 2.5), at(4.5, 2.5)}), (PixelSet{{1, 2}, {2, 2}, {3, 2}}));
  EXPECT_EQ(covered({at(4.5, 2.5), at(1.5, 2.5)}), (PixelSet{{4, 2}, {3, 2}, {2, 2}}));
  EXPECT_EQ(covered({at(1.5, 2.5), at(1.5, 4.5)}), (PixelSet{{1, 2}, {1, 3}}));
  EXPECT_EQ(covered({at(1.5, 2.5), at(3.5, 4.5)}), (PixelSet{{1, 2}, {2, 3}}));
}

// A line that begins inside a diamond leaves it; one that ends inside does not.
TEST(Line, EndsNearTheMiddlesOfPixels) {
  EXPECT_EQ(covered({at(1.75, 2.5), at(3.25, 2.5)}), (PixelSet{{1, 2}, {2, 2}}));
  EXPECT_EQ(covered({at(1.75, 2.875), at(3.25, 2.875)}), (PixelSet{{2, 2}}));
  EXPECT_EQ(covered({at(1.25, 2.5), at(3.75, 2.5)}), (PixelSet{{1, 2}, {2, 2}}));
  EXPECT_EQ(covered({at(1.25, 2.875), at(3.75, 2.875)}), (PixelSet{{1, 2}, {2, 2}, {3, 2}}));
  EXPECT_TRUE(covered({at(1.25, 2.5), at(1.75, 2.5)}).empty());
  EXPECT_TRUE(covered({at(1.5, 2.5), at(1.5, 2.5)}).empty());
}

// On the border between two rows the line belongs to the upper one.
TEST(Line, BetweenTwoRows) {
  EXPECT_EQ(covered({at(1.5, 3), at(3.5, 3)}), (PixelSet{{1, 2}, {2, 2}}));
  EXPECT_EQ(covered({at(3, 1.5), at(3, 3.5)}), (PixelSet{{2, 1}, {2, 2}}));
}

TEST(Line, WideOnesRepeatThePixelAcross) {
  EXPECT_EQ(covered({at(1.5, 5.5), at(3.5, 5.5), 3}), (PixelSet{{1, 4}, {1, 5}, {1, 6}, {2, 4}, {2, 5}, {2, 6}}));
  EXPECT_EQ(covered({at(5.5, 1.5), at(5.5, 2.5), 2}).size(), 2U);
}

TEST(Line, Bounds) {
  const LineShape line{at(-1000, -1000), at(30000, 30000), 3};
  for (const auto& [x, y] : covered(line, {.left = 3, .top = 5, .right = 7, .bottom = 20})) {
    EXPECT_TRUE(x >= 3 && x < 7 && y >= 5 && y < 20);
  }
  EXPECT_TRUE(covered(line, {}).empty());
}

// OpenGL 4.6 compatibility profile, 14.5.2: bit s / r % 16 of the pattern, the lowest first, is for pixel s of the
// line.
TEST(Line, Stipple) {
  const Dashes dashes{.stipple = {.pattern = 0b1101, .repeat = 2}};
  EXPECT_EQ(covered({at(1.5, 2.5), at(11.5, 2.5)}, kAll, &dashes),
            (PixelSet{{1, 2}, {2, 2}, {5, 2}, {6, 2}, {7, 2}, {8, 2}}));
  EXPECT_EQ(covered({at(9.5, 2.5), at(1.5, 2.5)}, kAll, &dashes),
            (PixelSet{{9, 2}, {8, 2}, {5, 2}, {4, 2}, {3, 2}, {2, 2}}));
  EXPECT_EQ(covered({at(2.5, 1.5), at(2.5, 5.5)}, kAll, &dashes), (PixelSet{{2, 1}, {2, 2}}));
  // A wide line has the bit across all its pixels; bits count from outside the bounds too.
  EXPECT_EQ(covered({at(1.5, 5.5), at(5.5, 5.5), 3}, {.left = 2, .right = 64, .bottom = 64}, &dashes),
            (PixelSet{{2, 4}, {2, 5}, {2, 6}}));
  const Dashes later{.stipple = dashes.stipple, .first_step = 33};
  EXPECT_EQ(covered({at(1.5, 2.5), at(4.5, 2.5)}, kAll, &later), (PixelSet{{1, 2}}));
}

TEST(Line, StepsAreItsPixels) {
  std::mt19937 random(5);
  for (unsigned n = 0; n < 2000; ++n) {
    const auto coordinate = [&random] { return static_cast<std::int32_t>(random() % (8 * Point::kUnits)); };
    const LineShape line{{coordinate(), coordinate()}, {coordinate(), coordinate()}};
    EXPECT_EQ(count_steps(line), covered(line).size())
        << line.from.x << "," << line.from.y << " " << line.to.x << "," << line.to.y;
  }
  EXPECT_EQ(count_steps({at(1.5, 2.5), at(1.5, 2.5)}), 0U);
}

// Returns how far outside of the diamond of a pixel a point is, relative to the pixel's middle, in units.
double outside_diamond(double x, double y) { return std::abs(x) + std::abs(y) - Point::kUnits / 2.0; }

// The definition: the line has a point in the diamond, and ends outside. The points are 4096 along the line.
TEST(Line, RandomOnesLeaveTheirDiamonds) {
  std::mt19937 random(3);
  for (unsigned n = 0; n < 400; ++n) {
    const auto coordinate = [&random] { return static_cast<std::int32_t>(random() % (8 * Point::kUnits) / 2 * 2 + 1); };
    const LineShape line{{coordinate(), coordinate()}, {coordinate(), coordinate()}};
    const PixelSet pixels = covered(line);
    for (std::int32_t y = 0; y < 8; ++y) {
      for (std::int32_t x = 0; x < 8; ++x) {
        const double middle_x = (x + 0.5) * Point::kUnits, middle_y = (y + 0.5) * Point::kUnits;
        double nearest = 1e9;
        constexpr int kSteps = 4096;
        for (int i = 0; i <= kSteps; ++i) {
          const double along = static_cast<double>(i) / kSteps;
          const double dx = line.from.x + (line.to.x - line.from.x) * along - middle_x;
          const double dy = line.from.y + (line.to.y - line.from.y) * along - middle_y;
          nearest = std::min(nearest, outside_diamond(dx, dy));
        }
        const double end = outside_diamond(line.to.x - middle_x, line.to.y - middle_y);
        if (std::abs(nearest) < 2 || end == 0) continue;  // only touches the border
        EXPECT_EQ(pixels.contains({x, y}), nearest < 0 && end > 0)
            << line.from.x << "," << line.from.y << " " << line.to.x << "," << line.to.y << " at " << x << " " << y;
      }
    }
  }
}

}  // namespace
}  // namespace eugene::draw
