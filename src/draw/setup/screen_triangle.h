// A triangle with what is known of its pixels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "draw/setup/triangle_setup.h"

namespace eugene::draw {

struct ScreenTriangle {
  SetupTriangle setup;
  std::size_t first_attribute = 0;  // index in Batch::attributes
  float min_depth = 0, max_depth = 1;

  // Returns the depth at the centre of a pixel.
  float depth_at(std::uint32_t x, std::uint32_t y) const {
    constexpr double kHalf = 0.5;
    return std::min(std::max(static_cast<float>(setup.depth.at(x + kHalf, y + kHalf)), min_depth), max_depth);
  }
};

}  // namespace eugene::draw
